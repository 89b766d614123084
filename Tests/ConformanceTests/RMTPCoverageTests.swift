// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireRMTP
import Testing

/// Tests of the coverage of packets by cases, by packet, direction, version and kind of edge.
@Suite("Coverage of packets by cases")
struct RMTPCoverageTests {
    /// A kind of case.
    enum Edge: String, CaseIterable {
        case whole, written, refused, short, cut, long, behind, flags, direction, utf8, tcp, polled
    }

    private struct Cell: Hashable {
        var packet: String
        var direction: String
        var version: Int64
    }

    private static let names = [
        1: "CONNECT", 2: "CONNACK", 3: "PUBLISH", 4: "PUBACK", 5: "QUERY", 6: "QUERYACK", 7: "QUERYCON", 12: "PINGREQ",
        13: "PINGRESP", 14: "DISCONNECT",
    ]

    /// The number of cases for each edge of each cell.
    private static let table: [Cell: [Edge: Int]] = {
        var table: [Cell: [Edge: Int]] = [:]
        for item in (try? library.get().cases) ?? [] where [.rmtpDecode, .rmtpEncode].contains(item.operation) {
            let request = Dictionary(item.input.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
            guard let direction = request["direction"]?.string, let version = request["protocolVersion"]?.number?.int64,
                let framing = request["framing"]?.string, let outcome = item.expectations.first?.json
            else { continue }
            let isWritten = item.operation == .rmtpEncode
            let items = isWritten ? [outcome] : outcome["items"]?.elements ?? []
            // A case counts once per cell and edge, regardless of its number of packets.
            var found: Set<String> = []
            for element in items {
                let packet = isWritten ? request["packet"] : element["packet"]
                guard let name = packet?["packet"]?.string ?? header(item.input.bytes, framing) else { continue }
                let cell = Cell(
                    packet: name.hasPrefix("TYPE") ? "others" : name, direction: direction, version: version)
                for edge in edges(element, item, framing, isWritten) where found.insert("\(cell) \(edge)").inserted {
                    table[cell, default: [:]][edge, default: 0] += 1
                }
            }
        }
        return table
    }()

    /// Returns the packet type of a rejected message.
    private static func header(_ bytes: [UInt8], _ framing: String) -> String? {
        guard framing == "websocket", let first = bytes.first else { return nil }
        return names[Int(first >> 4)] ?? "others"
    }

    private static func edges(_ element: RawJSON, _ item: Case, _ framing: String, _ isWritten: Bool) -> Set<Edge> {
        var edges: Set<Edge> = []
        if framing == "tcp" { edges.insert(.tcp) }
        if framing == "xhr" { edges.insert(.polled) }
        if isWritten {
            edges.insert(element["error"] == nil ? .written : .refused)
            return edges
        }
        let deviations = Set(element["deviations"]?.elements?.compactMap(\.string) ?? [])
        let code = element["error"]?["code"]?.string
        let cites = { (id: String) in item.requirements.contains(id) }
        if deviations.contains("DEV-130") || code == "packet.truncated" && cites("RMTP-040") { edges.insert(.short) }
        if code == "packet.truncated", cites("RMTP-041") { edges.insert(.cut) }
        if deviations.contains("DEV-131") || code == "packet.length" { edges.insert(.long) }
        if deviations.contains("DEV-132") || code == "packet.trailing" { edges.insert(.behind) }
        if !deviations.isDisjoint(with: ["DEV-134", "DEV-135"]) || code == "packet.flags" || cites("RMTP-011") {
            edges.insert(.flags)
        }
        if deviations.contains("DEV-133") || code == "packet.direction" { edges.insert(.direction) }
        if code == "packet.utf8" || cites("RMTP-022") { edges.insert(.utf8) }
        if deviations.isEmpty, code == nil { edges.insert(.whole) }
        return edges
    }

    @Test("Every packet has cases in each direction and version, with every kind of edge")
    func floors() {
        let table = Self.table
        print(Self.markdown(table))
        // Packets that are always rejected in a direction need no case for each version.
        for cell in table.keys where !Set(table[cell, default: [:]].keys).isSubset(of: [.refused, .direction]) {
            #expect(table[cell, default: [:]].values.reduce(0, +) >= 3, "\(cell)")
        }
        for packet in Self.names.values {
            let cells = table.filter { $0.key.packet == packet }
            #expect(Set(cells.keys.map(\.direction)) == ["up", "down"], "\(packet)")
            #expect(Set(cells.keys.map(\.version)) == [2, 3, 4], "\(packet)")
            let edges = cells.values.reduce(into: Set<Edge>()) { $0.formUnion($1.keys) }
            var wanted: Set<Edge> = [.whole, .written, .flags, .behind]
            // A packet that is only a header cannot be short or cut, and a packet with data takes all trailing bytes.
            if packet.hasPrefix("PING") { wanted.remove(.behind) } else { wanted.formUnion([.short]) }
            if ["PUBLISH", "QUERY", "QUERYACK"].contains(packet) { wanted.remove(.behind) }
            if ["CONNECT", "CONNACK", "PUBLISH", "PUBACK", "QUERY"].contains(packet) {
                wanted.formUnion([.cut, .long, .utf8])
            }
            #expect(
                edges.isSuperset(of: wanted), "\(packet) lacks \(wanted.subtracting(edges).map(\.rawValue).sorted())")
        }
    }

    /// Returns the table in Markdown.
    private static func markdown(_ table: [Cell: [Edge: Int]]) -> String {
        let cells = table.keys.sorted { ($0.packet, $0.direction, $0.version) < ($1.packet, $1.direction, $1.version) }
        let edges = Edge.allCases
        var lines = ["| packet | direction | version | " + edges.map(\.rawValue).joined(separator: " | ") + " |"]
        lines.append(String(repeating: "|---", count: edges.count + 3) + "|")
        for cell in cells {
            let counts = edges.map { table[cell]?[$0].map(String.init) ?? "" }
            lines.append(
                "| \(cell.packet) | \(cell.direction) | \(cell.version) | \(counts.joined(separator: " | ")) |")
        }
        return lines.joined(separator: "\n")
    }
}
