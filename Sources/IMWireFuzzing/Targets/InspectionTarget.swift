// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// A target for the output of `imwire inspect` on arbitrary streams.
///
/// The first byte of an input selects the kind of stream: bits 0 to 4, modulo 5, select packets, lines, or RongCloud's
/// packets on a WebSocket, on TCP or in polls. Bit 5 selects strict mode, bit 6 a stream that continues, and bit 7 a
/// small number of parts. The rest is an input of the target for that kind.
struct InspectionTarget: SelectingTarget {
    let name = "inspection"
    var maximumLength: Int { 2_048 }
    let streams: [any FuzzTarget] = Self.chatAndPackets + [RMTPPollingTarget()]

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard input.count > 1 else { return }
        let settings = StreamSettings(input[0], input[1])
        let bytes = Array(input.dropFirst(2))
        var parts: [InspectedPart] = []
        let summary: InspectionSummary
        if let framing = settings.rmtp {
            guard let found = inspect(bytes, settings.options(framing), &parts, &observation) else { return }
            summary = found
        } else {
            summary = ChatInspection.inspect(bytes, settings.chat) { parts.append($0) }
        }
        observation.record(.count, UInt64(min(summary.parts, 8)), UInt64(min(summary.faults, 8)))
        InspectionOracle.check(settings.place, parts, of: bytes, &observation)
    }

    private func inspect(
        _ bytes: [UInt8], _ options: RMTPInspection.Options, _ parts: inout [InspectedPart],
        _ observation: inout Observation
    ) -> InspectionSummary? {
        var inspection = RMTPInspection(options)
        guard options.framing == .tcp else {
            parts.append(inspection.next(bytes))
            return inspection.summary
        }
        do throws(EncodeError) {
            try inspection.stream(bytes) { parts.append($0) }
            return inspection.summary
        } catch {
            observation.violate(.inspection, at: "a key of eight bytes is refused")
            return nil
        }
    }

    /// The settings that the first two bytes of an input select.
    private struct StreamSettings {
        let rmtp: RMTPFraming?
        let place: String
        private let first: UInt8
        private let second: UInt8
        private static let kinds: [(RMTPFraming?, String)] = [
            (nil, "packets"), (nil, "lines"), (.websocket, "rmtp websocket"), (.tcp, "rmtp tcp"),
            (.xhr, "rmtp polling"),
        ]

        init(_ first: UInt8, _ second: UInt8) {
            self.first = first
            self.second = second
            (rmtp, place) = StreamSettings.kinds[Int(first & 31) % StreamSettings.kinds.count]
        }

        private var mode: DecodingMode { first & 32 == 0 ? .lenient : .strict }

        var chat: ChatInspection.Options {
            let lines = LineTarget.Settings(second).format
            var options = ChatInspection.Options(
                first & 31 % 5 == 0 ? .packet : .line(lines.delimiter, lines.encoding))
            options.limits = PacketTarget.limits(first & 31 % 5 == 0 ? second : second >> 4)
            options.mode = mode
            options.isCut = first & 64 != 0
            if first & 128 != 0 { (options.parts, options.valueBytes) = (2, 8) }
            return options
        }

        func options(_ framing: RMTPFraming) -> RMTPInspection.Options {
            var options = RMTPInspection.Options(framing, RMTPSettings(second & 7).format)
            if framing == .tcp, second & 8 != 0 { options.key = [1, 2, 3, 4, 5, 6, 7, 8] }
            if framing == .tcp, second & 16 != 0 { options.limits.packets.packetBytes = 64 }
            options.mode = mode
            options.isCut = first & 64 != 0
            if first & 128 != 0 { (options.parts, options.valueBytes) = (2, 8) }
            return options
        }
    }

    // MARK: Making inputs

    func stream(_ first: UInt8) -> (any FuzzTarget)? { streams[Int(first & 31) % streams.count] }
    func first(_ random: inout SeededRandom) -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }
}
