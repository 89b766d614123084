// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Streams of packets.
extension ChatInspection {
    mutating func packets() {
        let bytes = bytes
        var reader = reader
        var packets = ChatPacketDecoder(limits: options.limits)
        var units = ChatPacketUnitDecoder(limits: options.limits)
        var sets = FragmentSets()
        var place = 0
        var unitPlace = 0
        var number = 0
        while place < bytes.count {
            number += 1
            let start = place
            let outline = next(&packets, &place)
            // An incomplete packet is not consumed, whereas an error that ends the connection consumes everything.
            if case .incomplete = outline { place = bytes.count }
            var part = InspectedPart(form: "packet", number: number, range: start..<place)
            var steps: [UnitReader.Step] = []
            let open = units.openFragmentSets
            answers: while true {
                let step = units.withNext(in: bytes.span.extracting(0..<place), from: &unitPlace) {
                    reader.read($0) { !$0.flags.isDisjoint(with: [.deflate, .fragment]) }
                }
                if case .needMore = step { break answers }
                steps.append(step)
                if units.isClosed { break }
            }
            if case .incomplete = outline, !options.isCut,
                let fault = units.finish(bytes.span.extracting(unitPlace..<bytes.count))
            {
                steps.append(.fault(fault))
            }
            let isSettled = units.openFragmentSets < open
            let isRefused = steps.contains { if case .fault = $0 { true } else { false } }
            let joined = sets.add(outline.fragment, number, isSettled: isSettled, isRefused: isRefused)
            describe(outline, steps, joined, &part)
            add(part)
        }
        if let note = sets.note, !packets.isClosed { summary.notes.append(note) }
    }

    private func next(_ packets: inout ChatPacketDecoder, _ place: inout Int) -> PacketOutline {
        switch packets.next(in: bytes.span, from: &place) {
        case .needMore: .incomplete
        case .fault(let fault): .fault(fault)
        case .packet(let packet): .whole(packet.header, packet.fragment)
        }
    }

    /// Adds the title, fields, messages, and findings of a packet to its part.
    private func describe(
        _ outline: PacketOutline, _ steps: [UnitReader.Step], _ packets: [Int], _ part: inout InspectedPart
    ) {
        let unit = steps.lazy.compactMap { if case .unit(let unit) = $0 { unit } else { nil } }.first
        let layout = PacketFields(bytes, part.range, options, end: outline.end)
        part.fields = layout.annotations(unit)
        part.title = layout.title
        if case .incomplete = outline { part.title = options.isCut ? "truncated here, not checked" : "incomplete" }
        if let unit, unit.isHidden {
            let fields = UnitFields(unit.bytes, unit, options).annotations(0..<unit.bytes.count)
            part.hidden = HiddenBytes(layout.origin(of: unit.bytes.count, packets), unit.bytes, fields)
        }
        for step in steps {
            switch step {
            case .needMore: break
            case .heartbeat:
                var reader = reader
                if let item = reader.heartbeat() {
                    part.items.append(
                        InspectedPart.Item(kind: "heartbeat", text: MessageText(item).line, place: nil, deviations: []))
                }
            case .unit(let unit): record(unit, in: &part)
            case .fault(let fault): part.findings.append(Findings(part, bytes, options).finding(fault))
            }
        }
    }
}

/// The packet numbers of the open fragment sets, which show only which packets belong together.
private struct FragmentSets {
    private var open: [UInt32: [Int]] = [:]

    /// Adds a packet, and returns the packets of the set that it completes.
    mutating func add(
        _ fragment: (sequence: UInt32, fields: ChatFragmentFields)?, _ number: Int, isSettled: Bool, isRefused: Bool
    ) -> [Int] {
        guard let fragment, isSettled || !isRefused else { return [] }
        let packets = (open[fragment.sequence] ?? []) + [number]
        open[fragment.sequence] = isSettled ? nil : packets
        return isSettled ? packets : []
    }

    /// A note about the sets that are still open at the end, or nil if there are none.
    var note: String? {
        if open.isEmpty { return nil }
        let sets = open.sorted { $0.key < $1.key }.prefix(3).map { sequence, packets in
            let numbers = packets.prefix(8).map(String.init).joined(separator: ", ")
            return "\(packets.count == 1 ? "packet" : "packets") \(numbers) with the sequence number \(sequence)"
        }
        return
            "Incomplete sets of fragments: \(sets.joined(separator: "; ")). They are lost without the missing parts."
    }
}

/// The packet decoder's result for the next packet.
private enum PacketOutline {
    case incomplete
    case whole(ChatPacketHeader, ChatFragmentFields?)
    case fault(StreamFault)

    /// The sequence number and the fields of a fragment that is valid by itself.
    var fragment: (sequence: UInt32, fields: ChatFragmentFields)? {
        guard case .whole(let header, let fields?) = self else { return nil }
        return (header.sequence, fields)
    }

    /// The fault that ended the stream, or nil if there is none.
    var end: StreamFault? {
        guard case .fault(let fault) = self, fault.scope == .connection else { return nil }
        return fault
    }
}
