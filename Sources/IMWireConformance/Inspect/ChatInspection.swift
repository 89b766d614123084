// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Says what every byte of a stream of the socket chat protocol means.
///
/// What is right and wrong is the decoders' to say: the inspection feeds them line by line or packet by packet, and
/// only names the fields around what they answer. It hands out a line or packet as soon as it has one, so that it never
/// holds more than that and the stream itself.
package struct ChatInspection {
    /// What is known about a stream, and how much of it is told.
    package struct Options: Sendable {
        /// How messages travel.
        package var framing: StreamFraming
        /// Whether deviations are read or refused.
        package var mode = DecodingMode.lenient
        /// The limits of the stream's decoder.
        package var limits = FramingLimits()
        /// The limits of messages.
        package var contentLimits = DecodingLimits()
        /// What alone is a heartbeat.
        package var heartbeat = HeartbeatBody.standard
        /// Whether more of the stream is known to follow, so that its end is no fault.
        package var isCut = false
        /// The most bytes of a member's value that an annotation repeats.
        package var valueBytes = 160
        /// The most members of one object, or messages of one array, that are annotated one by one.
        package var parts = 200

        /// Takes the framing; the rest are the decoders' defaults.
        package init(_ framing: StreamFraming) {
            self.framing = framing
        }
    }

    let bytes: [UInt8]
    let options: Options
    let take: (InspectedPart) -> Void
    let reader: UnitReader
    var summary = InspectionSummary()

    /// Inspects a stream, hands out its lines or packets in order, and sums up.
    package static func inspect(
        _ bytes: [UInt8], _ options: Options, _ take: (InspectedPart) -> Void
    ) -> InspectionSummary {
        withoutActuallyEscaping(take) { take in
            var inspection = ChatInspection(bytes, options, take)
            switch options.framing {
            case .packet: inspection.packets()
            case .line(let delimiter, let encoding): inspection.lines(delimiter, encoding)
            }
            inspection.summary.bytes = bytes.count
            return inspection.summary
        }
    }

    private init(_ bytes: [UInt8], _ options: Options, _ take: @escaping (InspectedPart) -> Void) {
        self.bytes = bytes
        self.options = options
        self.take = take
        var reader = ChatReader(mode: options.mode, limits: options.contentLimits, heartbeat: options.heartbeat)
        reader.messageBytes = options.limits.messageBytes
        reader.batchMessages = options.limits.batchMessages
        self.reader = UnitReader(reader)
    }

    /// Counts a part, and hands it out.
    mutating func give(_ part: InspectedPart) {
        summary.add(part)
        take(part)
    }

    /// Puts what the messages of a unit are, and what is wrong with them, into their part.
    func note(_ unit: UnitReading, in part: inout InspectedPart) {
        for message in unit.messages {
            if let fault = message.fault {
                part.findings.append(Findings(part, bytes, options).finding(fault, place: message.item.place))
                continue
            }
            var ids: [String] = []
            for deviation in unit.deviations + message.deviations {
                let id = deviation.id.description
                if !ids.contains(id) { ids.append(id) }
            }
            part.items.append(
                InspectedPart.Item(
                    kind: message.item.kind?.rawValue ?? "", text: MessageText(message.item).line,
                    place: message.item.place, deviations: ids))
            for deviation in message.deviations {
                part.findings.append(Findings(part, bytes, options).finding(deviation))
            }
        }
        // A deviation of the line goes with each of its messages (CHT-063), and is told once; with none it goes unsaid.
        if !part.items.isEmpty {
            for deviation in unit.deviations { part.findings.append(Findings(part, bytes, options).finding(deviation)) }
        }
        part.findings.sort { $0.offset < $1.offset }
    }
}
