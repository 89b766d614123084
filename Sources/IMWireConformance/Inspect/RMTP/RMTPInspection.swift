// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// An inspection that explains every byte of RongCloud's binary packets, with the fields of bodies and their contents.
///
/// The decoders alone decide what is valid; the inspection only names the fields around their results.
package struct RMTPInspection {
    /// The known properties of the packets, and the amount of detail to report.
    package struct Options: Sendable {
        /// The framing of the packets.
        package var framing: RMTPFraming
        /// The direction and the version of the packets.
        package var format: RMTPFormat
        /// The decoding mode, which determines whether deviations are accepted or refused.
        package var mode = DecodingMode.lenient
        /// The limits of packets, of bodies, and of JSON.
        package var limits = PacketLimits()
        /// The eight bytes of the key on TCP, or nil if no key is used.
        package var key: [UInt8]?
        /// The topic of each QUERYACK whose QUERY is not in the input.
        package var topic: String?
        /// Whether more is known to follow, so that an incomplete end of a stream is not a fault.
        package var isCut = false
        /// Whether the conversations of messages are listed, for which bodies are decoded once more.
        package var listsConversations = false
        /// The maximum number of bytes of a value that an annotation repeats.
        package var valueBytes = 160
        /// The maximum number of fields of a message, or members of an object, that are annotated individually.
        package var parts = 200

        /// Creates options with the properties that must be known in advance (RMTP-001).
        package init(_ framing: RMTPFraming, _ format: RMTPFormat) {
            self.framing = framing
            self.format = format
        }
    }

    /// The summary of the packets seen so far.
    package private(set) var summary = InspectionSummary()
    /// The options of the inspection.
    package var options: Options
    var bodies: RMTPBodies
    private var number = 0

    package init(_ options: Options) {
        self.options = options
        bodies = RMTPBodies(topic: options.topic)
    }

    /// Inspects the next message of a WebSocket or reply to a poll; offsets are relative to it (RMTP-003).
    ///
    /// - Parameter direction: the direction of the message, if it differs from that of the options.
    package mutating func next(_ bytes: [UInt8], _ direction: RMTPDirection? = nil) -> InspectedPart {
        let usual = options.format.direction
        options.format.direction = direction ?? usual
        defer { options.format.direction = usual }
        var part = begin(0..<bytes.count, options.framing == .xhr ? "reply" : "message")
        if options.framing == .xhr { reply(bytes, &part) } else { message(bytes, &part) }
        finish(&part)
        return part
    }

    /// Inspects a whole TCP stream, packet by packet.
    ///
    /// - Parameter direction: the direction of the stream, if it differs from that of the options.
    package mutating func stream(
        _ bytes: [UInt8], going direction: RMTPDirection? = nil, _ onPart: (InspectedPart) -> Void
    ) throws(EncodeError) {
        let usual = options.format.direction
        options.format.direction = direction ?? usual
        defer { options.format.direction = usual }
        let key: RMTPStreamKey? = if let bytes = options.key { try RMTPStreamKey(bytes) } else { nil }
        var decoder = RMTPFrameDecoder(options.format, key: key, mode: options.mode, limits: options.limits.packets)
        var place = 0
        while place < bytes.count {
            let start = place
            let answer = next(bytes.span, &decoder, &place)
            if answer == nil { place = bytes.count }
            var part = begin(start..<place, "packet")
            if let answer {
                self.packet(bytes, answer, isClosed: decoder.isClosed, &part)
            } else {
                incomplete(bytes, start, &decoder, &part)
            }
            finish(&part)
            onPart(part)
        }
    }

    /// Inspects the next packet of a stream that is still open, and returns it with its bytes, or nil if more are
    /// needed.
    package mutating func packet(
        in stream: Span<UInt8>, _ decoder: inout RMTPFrameDecoder, going direction: RMTPDirection
    ) -> (part: InspectedPart, bytes: [UInt8])? {
        var place = 0
        guard let answer = next(stream, &decoder, &place) else { return nil }
        let usual = options.format.direction
        options.format.direction = direction
        defer { options.format.direction = usual }
        let bytes = (0..<place).map { stream[$0] }
        var part = begin(0..<place, "packet")
        packet(bytes, answer, isClosed: decoder.isClosed, &part)
        finish(&part)
        return (part, bytes)
    }

    private func next(_ bytes: Span<UInt8>, _ decoder: inout RMTPFrameDecoder, _ place: inout Int) -> RMTPAnswer? {
        switch decoder.next(in: bytes, from: &place) {
        case .needMore: nil
        case .packet(let view): .packet(RMTPPacket(view), view.deviations)
        case .fault(let fault): .fault(fault)
        }
    }

    mutating func begin(_ range: Range<Int>, _ form: String) -> InspectedPart {
        number += 1
        return InspectedPart(form: form, number: number, range: range)
    }

    mutating func finish(_ part: inout InspectedPart) {
        part.findings.sort { $0.offset < $1.offset }
        summary.bytes += part.range.count
        summary.add(part)
    }
}

/// The result of decoding a packet.
enum RMTPAnswer {
    case packet(RMTPPacket, [Deviation])
    case fault(StreamFault)
}
