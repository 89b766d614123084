// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireValues

/// What the page shows, as JSON.
struct StateReport {
    private let state: LiveState
    private static let most = 500

    init(_ state: LiveState) {
        self.state = state
    }

    /// - Parameter number: the last message that the page has.
    func json(since number: Int) -> String {
        let connections = state.connections.all.values.filter { $0.transport != .http || $0.user != nil }
        let service = state.rongCloud
        let users = service.devices.keys.sorted().prefix(StateReport.most)
        return StateReport.object([
            ("now", String(state.clock.now)),
            ("connections", list(connections.sorted { $0.number < $1.number }, connection)),
            ("users", list(users, user)),
            ("rooms", list(service.rooms.rooms.sorted { $0.key < $1.key }, room)),
            ("units", list((state.connections.inspector?.units ?? []).filter { $0.number > number }, unit)),
            ("log", list(state.log.lines.suffix(200), line)),
        ])
    }

    private static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private func list<Element>(_ elements: some Collection<Element>, _ write: (Element) -> String) -> String {
        "[" + elements.prefix(StateReport.most).map(write).joined(separator: ",") + "]"
    }

    private func text(_ text: String) -> String { RawJSON(text).text }

    private func connection(_ connection: LiveConnection) -> String {
        StateReport.object([
            ("number", String(connection.number)), ("user", text(connection.user ?? "")),
            ("detail", text(connection.detail)), ("peer", text(connection.peer)),
            ("up", String(connection.bytesUp)), ("down", String(connection.bytesDown)),
        ])
    }

    private func user(_ user: String) -> String {
        let store = state.rongCloud.users[user] ?? UserStore()
        return StateReport.object([
            ("user", text(user)), ("devices", String(state.rongCloud.devices[user]?.count ?? 0)),
            ("inbox", String(store.inbox.count)), ("outbox", String(store.outbox.count)),
        ])
    }

    private func room(_ room: (key: String, value: RoomService.Room)) -> String {
        StateReport.object([
            ("room", text(room.key)), ("members", list(room.value.members.keys.sorted(), text)),
            ("messages", String(room.value.messages.count)), ("keys", String(room.value.keys.count)),
        ])
    }

    private func unit(_ unit: ShownUnit) -> String {
        StateReport.object([
            ("number", String(unit.number)), ("at", String(unit.time)), ("connection", String(unit.connection)),
            ("direction", text(unit.direction)), ("title", text(unit.title)), ("lines", list(unit.lines, text)),
        ])
    }

    private func line(_ line: ServerLog.Line) -> String {
        StateReport.object([
            ("at", String(line.time)), ("connection", line.connection.map(String.init) ?? "null"),
            ("text", text(line.text)),
        ])
    }
}

#endif
