// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// Says what every byte of RongCloud's binary packets means, down to the fields of bodies and the contents in them.
///
/// What is right and wrong is the decoders' to say; the inspection only names the fields around what they answer.
package struct RMTPInspection {
    /// What is known about the packets, and how much of them is told.
    package struct Options: Sendable {
        /// How they travel.
        package var framing: RMTPFraming
        /// Which way they go, and their version.
        package var format: RMTPFormat
        /// Whether deviations are read or refused.
        package var mode = DecodingMode.lenient
        /// The limits of packets, of bodies and of JSON.
        package var limits = PacketLimits()
        /// The eight bytes of the key on TCP.
        package var key: [UInt8]?
        /// The topic of answers whose QUERY is not in the input.
        package var topic: String?
        /// Whether more is known to follow, so that the end of a stream is no fault.
        package var isCut = false
        /// The most bytes of a value that an annotation repeats.
        package var valueBytes = 160
        /// The most fields of one message, or members of one object, that are annotated one by one.
        package var parts = 200

        /// Takes what has to be known (RMTP-001).
        package init(_ framing: RMTPFraming, _ format: RMTPFormat) {
            self.framing = framing
            self.format = format
        }
    }

    /// What has been seen so far.
    package private(set) var summary = InspectionSummary()
    /// The number of the part with the first fault.
    package private(set) var firstPart: Int?
    /// What is known, and how much is told.
    package var options: Options
    var bodies: RMTPBodies
    private var number = 0

    /// Starts without having seen a packet.
    package init(_ options: Options) {
        self.options = options
        bodies = RMTPBodies(topic: options.topic)
    }

    /// The next message of a WebSocket or reply to a poll; offsets count in it (RMTP-003).
    ///
    /// - Parameter direction: which way it goes, where that is not what the options say.
    package mutating func next(_ bytes: [UInt8], _ direction: RMTPDirection? = nil) -> InspectedPart {
        let usual = options.format.direction
        options.format.direction = direction ?? usual
        defer { options.format.direction = usual }
        var part = begin(0..<bytes.count, options.framing == .xhr ? "reply" : "message")
        if options.framing == .xhr { reply(bytes, &part) } else { message(bytes, &part) }
        finish(&part)
        return part
    }

    /// A whole stream of TCP, packet by packet, that goes another way than the options say.
    package mutating func stream(
        _ bytes: [UInt8], going direction: RMTPDirection, _ take: (InspectedPart) -> Void
    ) throws(EncodeError) {
        let usual = options.format.direction
        options.format.direction = direction
        defer { options.format.direction = usual }
        try stream(bytes, take)
    }

    /// A whole stream of TCP, packet by packet.
    package mutating func stream(_ bytes: [UInt8], _ take: (InspectedPart) -> Void) throws(EncodeError) {
        let key: StreamKey? = if let bytes = options.key { try StreamKey(bytes) } else { nil }
        var decoder = StreamDecoder(options.format, key: key, mode: options.mode, limits: options.limits.packets)
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
            take(part)
        }
    }

    /// The next packet of a stream that is still open, with its bytes; nil where more of them are needed.
    package mutating func packet(
        in stream: Span<UInt8>, _ decoder: inout StreamDecoder, going direction: RMTPDirection
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

    private func next(_ bytes: Span<UInt8>, _ decoder: inout StreamDecoder, _ place: inout Int) -> RMTPAnswer? {
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
        if firstPart == nil, part.findings.contains(where: { $0.severity == .fault }) { firstPart = part.number }
    }
}

/// What a decoder says about one packet.
enum RMTPAnswer {
    case packet(RMTPPacket, [Deviation])
    case fault(StreamFault)
}
