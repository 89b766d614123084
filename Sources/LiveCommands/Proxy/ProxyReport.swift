// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// A summary of what a proxy has seen and of the errors and deviations in it.
package struct ProxyReport: Sendable {
    /// A kind of error or deviation and its place.
    package struct FindingKey: Hashable, Sendable {
        package var direction: RMTPDirection
        package var isError: Bool
        /// The code of an error, or the id of a deviation.
        package var code: String
        /// The kind of message and the member, or the field.
        package var name: String
    }

    /// The number of occurrences, and the first of them.
    package struct Count: Hashable, Sendable {
        package var count = 0
        package var connection: Int
        package var frame: Int
    }

    package var connections = 0
    /// The number of connections for which the server could not be reached.
    package var unreachable = 0
    /// The totals of each direction, whose parts are frames.
    package var up = InspectionSummary()
    package var down = InspectionSummary()
    package private(set) var places: [FindingKey: Count] = [:]
    /// The reasons why data was forwarded unread, and the number of connections for each.
    package private(set) var unread: [ExactText: Int] = [:]
    private static let limit = 1_000

    package var errors: Int { up.faults + down.faults }
    package var deviations: Int { up.deviations + down.deviations }

    package subscript(direction: RMTPDirection) -> InspectionSummary {
        get { direction == .up ? up : down }
        set { if direction == .up { up = newValue } else { down = newValue } }
    }

    /// Counts an error or deviation of the current frame of a direction.
    mutating func add(
        _ code: String, _ name: String, isError: Bool, _ direction: RMTPDirection, connection: Int, frame: Int
    ) {
        if isError { self[direction].faults += 1 } else { self[direction].deviations += 1 }
        var place = FindingKey(
            direction: direction, isError: isError, code: code, name: TextLayout.shown(name, limit: 160))
        // Names come from peers, so their number is bounded.
        if places[place] == nil, places.count >= ProxyReport.limit { place.name = "elsewhere" }
        places[place, default: Count(connection: connection, frame: frame)].count += 1
    }

    mutating func pass(_ reason: String) {
        unread[ExactText(reason), default: 0] += 1
    }

    private var sorted: [(FindingKey, Count)] {
        places.sorted {
            ($0.key.isError ? 0 : 1, -$0.value.count, $0.key.code, $0.key.name, $0.key.direction.rawValue)
                < ($1.key.isError ? 0 : 1, -$1.value.count, $1.key.code, $1.key.name, $1.key.direction.rawValue)
        }.map { ($0.key, $0.value) }
    }

    package var json: RawJSON {
        func way(_ way: InspectionSummary) -> RawJSON {
            .object([
                ("bytes", .integer(way.bytes)), ("frames", .integer(way.parts)), ("messages", .integer(way.messages)),
                ("errors", .integer(way.faults)), ("deviations", .integer(way.deviations)),
            ])
        }
        let places = sorted.map { place, count in
            RawJSON.object([
                ("direction", RawJSON(place.direction.rawValue)),
                ("severity", RawJSON(place.isError ? "error" : "deviation")), ("code", RawJSON(place.code)),
                ("place", RawJSON(place.name)), ("count", .integer(count.count)),
                ("connection", .integer(count.connection)), ("frame", .integer(count.frame)),
            ])
        }
        let unread = unread.sorted { $0.key < $1.key }.map { reason, count in
            RawJSON.object([("reason", RawJSON(reason.text)), ("connections", .integer(count))])
        }
        return .object([
            ("connections", .integer(connections)), ("unreachable", .integer(unreachable)), ("up", way(up)),
            ("down", way(down)), ("places", .array(places)), ("unread", .array(unread)),
        ])
    }

    package func text(_ style: Style) -> String {
        var rows = [["", "bytes", "frames", "messages", "errors", "deviations"]]
        for (name, way) in [("up, from the client", up), ("down, from the server", down)] {
            rows.append(
                [name]
                    + [way.bytes, way.parts, way.messages, way.faults, way.deviations].map { TextLayout.grouped($0) })
        }
        var lines = TextLayout.columns(rows)
        if !places.isEmpty {
            lines.append("")
            lines += TextLayout.columns(
                sorted.map { place, count in
                    [
                        TextLayout.grouped(count.count), place.direction.rawValue, place.code, place.name,
                        "first in frame \(count.frame) of connection \(count.connection)",
                    ]
                })
        }
        for (reason, count) in unread.sorted(by: { $0.key < $1.key }) {
            lines.append("forwarded unread: \(TextLayout.count(count, "connection")), \(reason.text)")
        }
        if unreachable > 0 { lines.append("no server accepted \(TextLayout.count(unreachable, "connection"))") }
        var verdict = errors == 0 ? style.green("nothing is wrong") : style.red(TextLayout.count(errors, "error"))
        if deviations > 0 { verdict += ", " + style.yellow(TextLayout.count(deviations, "deviation")) }
        lines += ["", "\(TextLayout.count(connections, "connection")): \(verdict)"]
        return lines.joined(separator: "\n") + "\n"
    }
}

#endif
