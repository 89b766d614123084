// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireValues
import LiveService

/// The data of the status page, as JSON.
struct StateReport {
    private let state: LiveState
    private static let most = 500

    init(_ state: LiveState) {
        self.state = state
    }

    /// Returns the report.
    ///
    /// - Parameter number: The number of the last message that the page has.
    func json(since number: Int) -> String {
        let connections = state.connections.all.values.filter { $0.transport != .http || $0.user != nil }
        let service = state.rongCloud
        let users = service.devices.keys.sorted().prefix(StateReport.most)
        return RawJSON.object([
            ("now", .integer(Int(state.clock.now))),
            ("connections", list(connections.sorted { $0.number < $1.number }, connection)),
            ("users", list(users, user)),
            ("rooms", list(service.rooms.rooms.entries.sorted { $0.key < $1.key }, room)),
            (
                "bytes",
                .object([
                    ("chat", .integer(state.chat.storedBytes)), ("rongcloud", .integer(service.used)),
                    ("outbound", .integer(state.outbound.held)), ("inbound", .integer(state.inbound.held)),
                ])
            ),
            ("units", list((state.connections.inspector?.units ?? []).filter { $0.number > number }, unit)),
            ("log", list(state.log.lines.suffix(200), line)),
        ]).text
    }

    private func list<Element>(_ elements: some Collection<Element>, _ json: (Element) -> RawJSON) -> RawJSON {
        .array(elements.prefix(StateReport.most).map(json))
    }

    private func connection(_ connection: LiveConnection) -> RawJSON {
        RawJSON.object([
            ("number", .integer(connection.number)), ("user", RawJSON(connection.user ?? "")),
            ("detail", RawJSON(connection.detail)), ("peer", RawJSON(connection.peer)),
            ("up", .integer(connection.bytesUp)), ("down", .integer(connection.bytesDown)),
        ])
    }

    private func user(_ user: ExactText) -> RawJSON {
        let counts = state.rongCloud.users[user]?.counts
        return RawJSON.object([
            ("user", RawJSON(user.text)), ("devices", .integer(state.rongCloud.devices[user]?.count ?? 0)),
            ("inbox", .integer(counts?.received ?? 0)), ("outbox", .integer(counts?.sent ?? 0)),
        ])
    }

    private func room(_ room: (key: ExactText, value: RoomService.Room)) -> RawJSON {
        RawJSON.object([
            ("room", RawJSON(room.key.text)), ("members", list(room.value.members.keys.sorted()) { RawJSON($0.text) }),
            ("messages", .integer(room.value.messageCount)), ("keys", .integer(room.value.keys.count)),
        ])
    }

    private func unit(_ unit: ShownUnit) -> RawJSON {
        RawJSON.object([
            ("number", .integer(unit.number)), ("at", .integer(Int(unit.time))),
            ("connection", .integer(unit.connection)),
            ("direction", RawJSON(unit.direction.rawValue)), ("title", RawJSON(unit.title)),
            ("lines", list(unit.lines) { RawJSON($0) }),
        ])
    }

    private func line(_ line: ServerLog.Line) -> RawJSON {
        RawJSON.object([
            ("at", .integer(Int(line.time))), ("connection", line.connection.map { .integer($0) } ?? .null),
            ("text", RawJSON(line.text)),
        ])
    }
}

#endif
