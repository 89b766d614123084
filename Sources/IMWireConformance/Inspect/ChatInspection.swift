// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An inspection that explains every byte of a stream of the socket chat protocol.
///
/// The decoders alone decide what is valid: the inspection feeds them line by line or packet by packet, and only names
/// the fields around their results. It emits each line or packet as soon as it is complete, so that it never holds more
/// than that part and the stream itself.
package struct ChatInspection {
    /// The known properties of a stream, and the amount of detail to report.
    package struct Options: Sendable {
        /// The framing of the messages.
        package var framing: StreamFraming
        /// The decoding mode, which determines whether deviations are accepted or refused.
        package var mode = DecodingMode.lenient
        /// The limits of the stream's decoder.
        package var limits = ChatFramingLimits()
        /// The limits of messages.
        package var contentLimits = DecodingLimits()
        /// The agreed body of a heartbeat.
        package var heartbeat = ChatHeartbeatBody.standard
        /// Whether more of the stream is known to follow, so that an incomplete end is not a fault.
        package var isCut = false
        /// The maximum number of bytes of a member's value that an annotation repeats.
        package var valueBytes = 160
        /// The maximum number of members of an object, or messages of an array, that are annotated individually.
        package var parts = 200

        /// Creates options with a framing and the default values of the decoders.
        package init(_ framing: StreamFraming) {
            self.framing = framing
        }
    }

    let bytes: [UInt8]
    let options: Options
    let onPart: (InspectedPart) -> Void
    let reader: UnitReader
    var summary = InspectionSummary()

    /// Inspects a stream, passes its lines or packets to `onPart` in order, and returns a summary.
    package static func inspect(
        _ bytes: [UInt8], _ options: Options, _ onPart: (InspectedPart) -> Void
    ) -> InspectionSummary {
        withoutActuallyEscaping(onPart) { onPart in
            var inspection = ChatInspection(bytes, options, onPart)
            switch options.framing {
            case .packet: inspection.packets()
            case .line(let delimiter, let encoding): inspection.lines(delimiter, encoding)
            }
            inspection.summary.bytes = bytes.count
            return inspection.summary
        }
    }

    private init(_ bytes: [UInt8], _ options: Options, _ onPart: @escaping (InspectedPart) -> Void) {
        self.bytes = bytes
        self.options = options
        self.onPart = onPart
        var reader = ChatMessageDecoder(mode: options.mode, limits: options.contentLimits, heartbeat: options.heartbeat)
        reader.messageBytes = options.limits.messageBytes
        reader.batchMessages = options.limits.batchMessages
        self.reader = UnitReader(reader)
    }

    /// Adds a part to the summary, and passes it to `onPart`.
    mutating func add(_ part: InspectedPart) {
        summary.add(part)
        onPart(part)
    }

    /// Adds the messages of a unit and their findings to the part.
    func record(_ unit: UnitReading, in part: inout InspectedPart) {
        for message in unit.messages {
            if let fault = message.fault { part.findings.append(Findings(part, bytes, options).finding(fault)) }
            guard let item = message.item else { continue }
            var ids: [String] = []
            for deviation in unit.deviations + message.deviations {
                let id = deviation.id.description
                if !ids.contains(id) { ids.append(id) }
            }
            part.items.append(
                InspectedPart.Item(
                    kind: item.kind.rawValue, text: MessageText(item).line, place: item.position, deviations: ids,
                    conversations: [InspectedConversation(item.message)].compactMap(\.self)))
            for deviation in message.deviations {
                part.findings.append(Findings(part, bytes, options).finding(deviation))
            }
        }
        // A deviation of a line applies to each of its messages (CHT-063), but is reported once, and only with a
        // message.
        if !part.items.isEmpty {
            for deviation in unit.deviations { part.findings.append(Findings(part, bytes, options).finding(deviation)) }
        }
        part.findings.sort { $0.offset < $1.offset }
    }
}
