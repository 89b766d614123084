// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues
import TextSupport

/// Packets in JSON: replies to polls (RMTP-090).
extension RMTPInspection {
    mutating func reply(_ bytes: [UInt8], _ part: inout InspectedPart) {
        let decoder = PollingDecoder(
            options.format.version, mode: options.mode, limits: options.limits.packets,
            contentLimits: options.limits.contents)
        let items = decoder.decode(bytes.span)
        let isList = bytes.first { !Words.isSpace($0) } == UInt8(ascii: "[")
        part.title = isList ? "an array of \(Words.count(items.count, "packet"))" : "one packet"
        guard !bytes.isEmpty else { return record(items, [:], &part) }
        let whole = 0..<bytes.count
        let places = isList ? JSONPlaces(in: bytes.span, whole, most: options.parts).parts.map(\.range) : [whole]
        // Items correspond to places if the whole text is JSON. Otherwise there is one item, which holds the error.
        let isRead = isList ? items.count >= places.count && places.count == min(items.count, options.parts) : true
        var contents = PolledContents(most: options.parts)
        let isShown = isRead && !(isList && places.isEmpty)
        let fields = isShown ? packets(bytes, items, places, &contents, isList: isList) : []
        part.fields = fields.isEmpty ? [Annotation(whole, "text", "no packet", "RMTP-090")] : fields
        let lines = open(contents, &part)
        record(items, lines, &part)
    }

    private mutating func packets(
        _ bytes: [UInt8], _ items: [PollingDecoder.Item], _ places: [Range<Int>], _ contents: inout PolledContents,
        isList: Bool
    ) -> [Annotation] {
        var fields: [Annotation] = []
        var start = 0
        for (index, place) in places.enumerated() {
            let isLast = index == places.count - 1 && places.count == items.count
            let end = isLast ? bytes.count : place.upperBound
            let name = isList ? "packet \(index + 1)" : "packet"
            fields.append(
                packet(bytes, items[index], start..<end, place, name) { value, data, type in
                    if bytes[value].first == UInt8(ascii: "\"") {
                        contents.add(data, type, packet: index, at: value)
                    } else if let type {
                        contents.find(bytes, value, type, packet: index)
                    }
                })
            start = end
        }
        if start < bytes.count {
            fields.append(Annotation(start..<bytes.count, "more packets", "not shown one by one", "RMTP-090"))
        }
        return fields
    }

    private mutating func packet(
        _ bytes: [UInt8], _ item: PollingDecoder.Item, _ range: Range<Int>, _ object: Range<Int>, _ name: String,
        _ found: (Range<Int>, RawJSON, (any ProtobufMessage.Type)?) -> Void
    ) -> Annotation {
        guard case .success(let decoded) = item else { return Annotation(range, name, "refused", "RMTP-090") }
        let packet = decoded.value
        let body = bodies.body(of: packet)
        let fields = ObjectFields(bytes, valueBytes: options.valueBytes, most: options.parts)
        var whole = Annotation(range, name, RMTPPacketText.title(packet), "RMTP-090")
        whole.parts = fields.members(range, object) { place, range in
            var member = Annotation(range, place.name, fields.text(place.value), "RMTP-093")
            switch place.name {
            case "headerCode":
                member.requirement = "RMTP-092"
                member.meaning = "the byte \(Words.hex(packet.header.rawValue))"
                member.details = RMTPHeaderText.bits(packet.header, .down)
            case "topic": member.meaning = packet.topic?.string.flatMap { topic(packet, $0) }
            case "data":
                member.requirement = "RMTP-095"
                let isString = bytes[place.value].first == UInt8(ascii: "\"")
                member.meaning = body.type.map {
                    "\($0.messageName) as \(isString ? "JSON in a string" : "a plain object")"
                }
                if !isString { member.parts = members(bytes, range, place.value, body.type, fields) }
                if let data = packet.data { found(place.value, data, body.type) }
            default: break
            }
            return member
        }
        return whole
    }

    private func topic(_ packet: PollingPacket, _ name: String) -> String {
        RMTPBodies.meaning(name, isQuery: packet.header.type == .query) ?? "not in the registry"
    }

    /// Returns the annotations of a body's members, which mark the members that the schema does not have.
    func members(
        _ bytes: [UInt8], _ range: Range<Int>, _ value: Range<Int>, _ type: (any ProtobufMessage.Type)?,
        _ fields: ObjectFields
    ) -> [Annotation] {
        guard bytes[value].first == UInt8(ascii: "{") else { return [] }
        return fields.members(range, value) { place, range in
            let field = type?.fields.first { $0.name.equals(place.name) }
            return Annotation(
                range, place.name, fields.text(place.value),
                meaning: type != nil && field == nil ? "not in the schema" : nil, "RMTP-095")
        }
    }

    /// Adds the messages and findings of a reply.
    ///
    /// - Parameter contents: the descriptions of contents, keyed by the index of the packet that has them.
    private func record(_ items: [PollingDecoder.Item], _ contents: [Int: String], _ part: inout InspectedPart) {
        let findings = RMTPFindings(options, part)
        let isList = items.count > 1
        for (index, item) in items.enumerated() {
            switch item {
            case .success(let decoded):
                part.findings += decoded.deviations.map { findings.deviation($0) }
                part.items.append(
                    InspectedPart.Item(
                        kind: decoded.value.header.type.protocolName,
                        text: RMTPPacketText.title(decoded.value) + (contents[index].map { ": " + $0 } ?? ""),
                        place: isList ? ChatBatchPosition(index: index, count: items.count) : nil,
                        deviations: decoded.deviations.map(\.id.description)))
            case .failure(let error):
                var finding = findings.fault(error, .message, RMTPFaultText.next(.message))
                finding.requirement = RMTPFaultText.polling(error)
                part.findings.append(finding)
            }
        }
    }
}
