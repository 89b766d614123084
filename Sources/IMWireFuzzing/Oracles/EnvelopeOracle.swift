// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// `identity`, for messages: the direct conversions between bytes and envelopes have the same results as those through
/// bodies (RMTP-184).
enum EnvelopeOracle {
    /// Checks a body with messages; ignores any other body.
    static func check(_ message: String, _ bytes: [UInt8], _ observation: inout Observation) {
        switch message {
        case RMTPBody.DownStreamMessages.messageName: checkAnswer(bytes, &observation)
        case RMTPBody.DownStreamMessage.messageName: checkMessage(bytes, topic: "s_msg", .down, &observation)
        case RMTPBody.UpStreamMessage.messageName: checkMessage(bytes, topic: "ppMsgP", .up, &observation)
        default: break
        }
    }

    private static func checkAnswer(_ bytes: [UInt8], _ observation: inout Observation) {
        let quick = Result { () throws(DecodeError) in try PullAnswer.read(bytes.span) }
        let plain = Result { () throws(DecodeError) in try RMTPBody.DownStreamMessages.decode(bytes.span) }
        switch (quick, plain) {
        case (.success(let quick), .success(let plain)):
            if quick.deviations != plain.deviations { observation.violate(.identity, at: "pull deviations") }
            let answer = PullAnswer(plain.body)
            var encoder = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(.down)))
            let written = frame { (frame) throws(EncodeError) in
                try encoder.answer(quick.answer, messageID: 1, date: 1, into: &frame)
            }
            let expected = frame { (frame) throws(EncodeError) in
                let packet = QueryAckPacket(messageID: 1, date: 1, data: try answer.body().encoded())
                try encoder.packets.encode(.queryAck(packet), into: &frame)
            }
            if written != expected { observation.violate(.identity, at: "pull value") }
        case (.failure(let quick), .failure(let plain)):
            if quick != plain { observation.violate(.identity, at: "pull error", "\(quick), \(plain)") }
        default: observation.violate(.identity, at: "pull is read in one way only")
        }
    }

    private static func checkMessage(
        _ bytes: [UInt8], topic: FrameText, _ direction: RMTPDirection, _ observation: inout Observation
    ) {
        let packet = PublishPacket(
            topic: topic, targetID: "u", messageID: 1, data: bytes, date: direction == .down ? 1 : nil)
        guard let envelope = try? Envelope.read(packet, direction)?.envelope else { return }
        var encoder = EnvelopeEncoder(RMTPMessageEncoder(RMTPFormat(direction)))
        let written = frame { (frame) throws(EncodeError) in
            switch direction {
            case .up: try encoder.publish(envelope, messageID: 1, into: &frame)
            case .down: try encoder.deliver(envelope, messageID: 1, date: 1, into: &frame)
            }
        }
        let expected = frame { (frame) throws(EncodeError) in
            let packet =
                switch direction {
                case .up: try envelope.publish(messageID: 1)
                case .down: try envelope.delivery(messageID: 1, date: 1)
                }
            try encoder.packets.encode(.publish(packet), into: &frame)
        }
        if written != expected { observation.violate(.identity, at: "message value") }
    }

    private static func frame(_ write: (inout [UInt8]) throws(EncodeError) -> Void) -> Result<[UInt8], EncodeError> {
        var frame: [UInt8] = []
        do throws(EncodeError) {
            try write(&frame)
            return .success(frame)
        } catch {
            return .failure(error)
        }
    }
}
