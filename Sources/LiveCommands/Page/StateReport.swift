// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireValues
import LiveService

/// The data of the status page, as JSON of at most about 4 MiB, whatever clients have sent (LIV-118).
struct StateReport {
    private let state: LiveState
    /// The maximum number of elements of a list, and of the bytes of their JSON.
    private static let most = 500
    private static let share = 512 << 10
    /// The maximum number of characters of a text.
    private static let width = 200

    init(_ state: LiveState) {
        self.state = state
    }

    /// Returns the report, which states the length of each list in `counts`, because a long list is cut.
    ///
    /// - Parameter number: The number of the last message that the page has.
    func json(since number: Int) -> String {
        let connections = state.connections.all.values.filter { $0.transport != .http || $0.user != nil }
        let service = state.rongCloud
        let rooms = service.rooms.rooms
        let units = (state.connections.inspector?.units() ?? []).filter { $0.number > number }
        // Sorting all names would take longer than a request may.
        let users = service.devices.keys.prefix(StateReport.most).sorted()
        let names = rooms.keys.prefix(StateReport.most).sorted()
        return RawJSON.object([
            ("now", .integer(Int(state.clock.now))),
            ("faults", .array(state.faults.map { RawJSON($0) })),
            (
                "counts",
                .object([
                    ("connections", .integer(connections.count)), ("users", .integer(service.devices.count)),
                    ("rooms", .integer(rooms.count)), ("units", .integer(units.count)),
                ])
            ),
            ("connections", list(connections.sorted { $0.number < $1.number }, connection)),
            ("users", list(users, user)),
            ("rooms", list(names.compactMap { name in rooms[name].map { (name, $0) } }, room)),
            (
                "bytes",
                .object([
                    ("chat", .integer(state.chat.storedBytes)), ("rongcloud", .integer(service.used)),
                    ("outbound", .integer(state.outbound.held)), ("inbound", .integer(state.inbound.held)),
                ])
            ),
            // The newest messages and lines matter most.
            ("units", list(units.reversed(), share: 4 * StateReport.share, isReversed: true, unit)),
            ("log", list(state.log.lines.suffix(200).reversed(), isReversed: true, line)),
        ]).text
    }

    /// Returns the first elements as a list, as many as their share of the report allows.
    private func list<Element>(
        _ elements: some Collection<Element>, most: Int = StateReport.most, share: Int = StateReport.share,
        isReversed: Bool = false, _ json: (Element) -> RawJSON
    ) -> RawJSON {
        var list: [RawJSON] = []
        var bytes = 0
        for element in elements.prefix(most) {
            let item = json(element)
            bytes += item.text.utf8.count + 1
            if bytes > share { break }
            list.append(item)
        }
        return .array(isReversed ? list.reversed() : list)
    }

    /// Returns a text, shortened.
    private func text(_ text: String) -> RawJSON { RawJSON(ServerLog.cut(text, StateReport.width)) }

    private func connection(_ connection: LiveConnection) -> RawJSON {
        RawJSON.object([
            ("number", .integer(connection.number)), ("user", text(connection.user ?? "")),
            ("detail", text(connection.detail)), ("peer", text(connection.peer)),
            ("up", .integer(connection.bytesUp)), ("down", .integer(connection.bytesDown)),
        ])
    }

    private func user(_ user: ExactText) -> RawJSON {
        let counts = state.rongCloud.users[user]?.counts
        return RawJSON.object([
            ("user", text(user.text)), ("devices", .integer(state.rongCloud.devices[user]?.count ?? 0)),
            ("inbox", .integer(counts?.received ?? 0)), ("outbox", .integer(counts?.sent ?? 0)),
        ])
    }

    private func room(_ name: ExactText, _ room: RoomService.Room) -> RawJSON {
        RawJSON.object([
            ("room", text(name.text)), ("count", .integer(room.members.count)),
            ("members", list(room.members.keys.prefix(20).sorted(), share: 8_192) { text($0.text) }),
            ("messages", .integer(room.messageCount)), ("keys", .integer(room.keys.count)),
        ])
    }

    private func unit(_ unit: ShownUnit) -> RawJSON {
        RawJSON.object([
            ("number", .integer(unit.number)), ("at", .integer(Int(unit.time))),
            ("connection", .integer(unit.connection)),
            ("user", unit.user.map(text) ?? .null),
            ("direction", RawJSON(unit.direction.rawValue)), ("title", text(unit.title)),
            ("conversations", list(unit.conversations, most: 50, share: 16_384) { text($0) }),
            ("lines", list(unit.lines, share: 65_536) { text($0) }),
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
