// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// Replaces values in RongCloud's packets, including the contents of their bodies, with stand-ins of the same length.
///
/// Each connection needs its own instance, because an answer is decoded by the topic of its query.
struct PacketStandIns {
    private var bodies = RMTPBodies()
    private let version: RMTPVersion

    init(_ version: RMTPVersion) {
        self.version = version
    }

    /// Rewrites a WebSocket message.
    mutating func message(
        _ bytes: [UInt8], _ direction: RMTPDirection, _ standIns: inout StandIns
    ) throws(RecordingFault) -> [UInt8] {
        guard let header = bytes.first else { throw RecordingFault("packet.empty", at: 0) }
        var bytes = bytes
        try packet(RMTPHeader(rawValue: header), &bytes, 1..<bytes.count, direction, &standIns)
        return bytes
    }

    /// Rewrites one direction of a TCP stream.
    mutating func stream(
        _ bytes: [UInt8], _ direction: RMTPDirection, _ standIns: inout StandIns
    ) throws(RecordingFault) -> [UInt8] {
        var bytes = bytes
        var place = 0
        var decoder = RMTPFrameDecoder(RMTPFormat(direction, version))
        while place < bytes.count {
            let start = place
            switch decoder.next(in: bytes.span, from: &place) {
            case .needMore: throw RecordingFault("the stream ends within a packet", at: bytes.count)
            case .fault(let fault): throw RecordingFault(fault.error.code.rawValue, at: fault.error.offset)
            case .packet: break
            }
            var body = start + 3
            while bytes[body - 1] & 0x80 != 0 { body += 1 }
            let header = RMTPHeader(rawValue: bytes[start])
            try packet(header, &bytes, body..<place, direction, &standIns)
        }
        return bytes
    }

    private mutating func packet(
        _ header: RMTPHeader, _ bytes: inout [UInt8], _ range: Range<Int>, _ direction: RMTPDirection,
        _ standIns: inout StandIns
    ) throws(RecordingFault) {
        let format = RMTPFormat(direction, version)
        let message = [header.rawValue] + bytes[range]
        let decoded: RMTPPacket
        do throws(DecodeError) {
            decoded = try RMTPMessageDecoder(format, mode: .strict).decode(message.span).value
        } catch {
            throw RecordingFault(error.code.rawValue, at: range.lowerBound + error.offset - 1)
        }
        let layout = RMTPLayout.of(header.type)
        let body = bodies.body(of: decoded)
        for traced in TracedMember.read(header, bytes.span.extracting(range), format).members {
            let place = range.lowerBound + traced.range.lowerBound..<range.lowerBound + traced.range.upperBound
            guard let member = layout[traced.member], header.type.hasLayout else {
                if place.isEmpty { continue }
                throw RecordingFault("a packet of an unknown type", at: place.lowerBound)
            }
            switch traced.form {
            case .cut: throw RecordingFault("a truncated field", at: place.lowerBound)
            case .text: try text(&bytes, place.dropFirst(2), isTopic: member.id == .topic, &standIns)
            case .number where place.count >= 4: try number(&bytes, place, &standIns)
            case .number: continue
            case .rest where place.isEmpty: continue
            case .rest:
                guard let type = body.type else {
                    throw RecordingFault("a body of an unknown message", at: place.lowerBound)
                }
                try BodyStandIns.rewrite(&bytes, place, type, &standIns)
            }
        }
    }

    private func text(
        _ bytes: inout [UInt8], _ range: Range<Int>, isTopic: Bool, _ standIns: inout StandIns
    ) throws(RecordingFault) {
        if isTopic {
            let name = String(decoding: bytes[range], as: UTF8.self)
            if RMTPTopic.all.contains(where: { $0.name == name }) { return }
            throw RecordingFault("an unknown topic", at: range.lowerBound)
        }
        // Three-byte surrogates split a text; each part between them has its own stand-in (RMTP-022, RMTP-023).
        var start = range.lowerBound
        var place = start
        while place <= range.upperBound {
            let isSurrogate = place + 2 < range.upperBound && bytes[place] == 0xed && bytes[place + 1] >= 0xa0
            guard isSurrogate || place == range.upperBound else {
                place += 1
                continue
            }
            guard let text = String(validating: bytes[start..<place], as: UTF8.self) else {
                throw RecordingFault("a text that is not UTF-8", at: start)
            }
            bytes.replaceSubrange(start..<place, with: standIns.text(text).utf8)
            guard isSurrogate else { return }
            // The low surrogate of a pair identifies the character, so it is replaced.
            if bytes[place + 1] >= 0xb0, place > range.lowerBound + 2 {
                bytes[place + 2] = standIns.blob(1)[0] & 0x3f | 0x80
            }
            place += 3
            start = place
        }
    }

    /// Rewrites a number of four or more bytes, such as a time; shorter numbers reveal nothing about anybody.
    private func number(
        _ bytes: inout [UInt8], _ range: Range<Int>, _ standIns: inout StandIns
    ) throws(RecordingFault) {
        let number = bytes[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let other = UInt64(standIns.number(String(number))), other >> (UInt64(range.count) * 8 - 1) < 2 else {
            throw RecordingFault("a number without a stand-in", at: range.lowerBound)
        }
        for (index, place) in range.enumerated() {
            bytes[place] = UInt8(truncatingIfNeeded: other >> UInt64((range.count - 1 - index) * 8))
        }
    }
}
