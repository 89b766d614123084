// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A chatroom that the application wants to be in.
struct Room: Sendable {
    /// The number of the room among all that the application has wanted to be in.
    ///
    /// A room that is joined again after it was left has another number, so that answers meant for the earlier one are
    /// recognized (RMTP-262).
    let number: Int
    /// The time up to which messages have been pulled.
    var time: Int64 = 0
    /// The time up to which keys are known.
    var keyTime: Int64 = 0
    /// The entries by key.
    var keys: [ExactText: RMTPBody.ChrmKVEntity] = [:]
    /// Whether a join was answered with status 0, so that the next one is a rejoin (RMTP-261).
    var wasJoined = false
    /// Whether the client is in the room: a join was answered with status 0 over this connection (RMTP-340).
    var isIn = false
    /// The number of joins that wait for their answers.
    var waitingJoins = 0
}

/// The name of a room, and its number.
struct RoomVisit: Hashable, Sendable {
    let name: ExactText
    let number: Int
}

extension RMTPClientMachine {
    mutating func join(_ name: ExactText) {
        if rooms[name] == nil {
            roomCount += 1
            rooms[name] = Room(number: roomCount)
        }
        // Without a connection, the room is joined with the next one (RMTP-260).
        guard state == .online, let room = rooms[name] else { return }
        rooms[name]?.waitingJoins += 1
        let topic: FrameText = room.wasJoined ? "joinChrmR" : "joinChrm"
        ask(.join(RoomVisit(name: name, number: room.number)), request(topic, name))
    }

    /// Joins every room that the application wants to be in, in the byte order of their names, after a connection was
    /// made (RMTP-223, RMTP-265).
    mutating func rejoin() {
        for name in rooms.keys.sorted() { join(name) }
    }

    mutating func joined(_ visit: RoomVisit, _ status: UInt16) {
        let name = visit.name
        // The answer applies to the room of that name, whichever of several joins it answers (RMTP-392).
        guard var room = rooms[name] else { return }
        if room.number == visit.number { room.waitingJoins -= 1 }
        emit(.joined(room: name.text, status: status))
        guard status == 0 else {
            rooms[name] = nil
            return
        }
        room.wasJoined = true
        room.isIn = true
        rooms[name] = room
        pull(.room(RoomVisit(name: name, number: room.number)))
        if configuration.hasRoomKeys { askForKeys(of: name, room) }
    }

    /// Forgets a room unless the client is in it or another join may still be answered (RMTP-341).
    mutating func notJoined(_ visit: RoomVisit, _ failure: RMTPFailure) {
        guard var room = rooms[visit.name], room.number == visit.number else { return }
        room.waitingJoins -= 1
        rooms[visit.name] = room
        guard !room.isIn, room.waitingJoins == 0 else { return }
        rooms[visit.name] = nil
        emit(.notJoined(room: visit.name.text, failure))
    }

    mutating func leave(_ name: ExactText) {
        guard rooms.removeValue(forKey: name) != nil else { return }
        guard state == .online else { return emit(.left(room: name.text)) }
        ask(.leave(room: name), request("exitChrm", name))
    }

    /// Ends the presence in all rooms when the connection ends; the application still wants to be in them (RMTP-340).
    mutating func leaveConnection() {
        for name in rooms.keys {
            rooms[name]?.isIn = false
            rooms[name]?.waitingJoins = 0
        }
    }

    /// Returns the room if the client is in it.
    func entered(_ name: ExactText) -> Room? {
        rooms[name].flatMap { $0.isIn ? $0 : nil }
    }

    /// Returns the room that was entered under this number, if the client is still in it.
    func entered(_ visit: RoomVisit) -> Room? {
        entered(visit.name).flatMap { $0.number == visit.number ? $0 : nil }
    }

    private func request(_ topic: FrameText, _ room: ExactText) -> RMTPRequest {
        var body = RMTPBody.ChrmInput()
        body.nothing = 1
        return RMTPRequest(topic: topic, targetID: FrameText(room.text), data: bytes(of: body))
    }
}

// MARK: - Keys

extension RMTPClientMachine {
    mutating func askForKeys(of name: ExactText, _ room: Room) {
        let body = RMTPBody.QueryChrmKV(timestamp: room.keyTime)
        ask(
            .keys(RoomVisit(name: name, number: room.number)),
            RMTPRequest(topic: "pullKV", targetID: FrameText(name.text), data: bytes(of: body)))
    }

    mutating func keysAnswered(_ visit: RoomVisit, _ packet: QueryAckPacket) {
        guard packet.status ?? 0 == 0, let room = entered(visit) else { return }
        do {
            applyKeys(of: visit.name, room, try RMTPBody.ChrmKVOutput.decode(packet.body.span).value)
        } catch {
            emit(.undecodable(topic: "pullKV", error))
        }
    }

    /// Applies the changes in an answer to the keys of a room (RMTP-396, RMTP-397, RMTP-344).
    private mutating func applyKeys(of name: ExactText, _ room: Room, _ answer: RMTPBody.ChrmKVOutput) {
        var room = room
        let before = room.keys
        let isFull = answer.bFullUpdate == true
        if isFull { room.keys = [:] }
        var changed: [RMTPBody.ChrmKVEntity] = []
        var removed: [String] = []
        for entry in answer.entries {
            guard let key = entry.key.map({ ExactText($0) }) else { continue }
            let held = room.keys[key]
            let status = entry.status ?? 0
            let isOwn = held?.uid.map { ExactText($0) } == entry.uid.map { ExactText($0) }
            guard isFull || status & 2 != 0 || held == nil || isOwn else { continue }
            if status & 4 != 0 {
                if !isFull, room.keys.removeValue(forKey: key) != nil { removed.append(key.text) }
            } else if held != nil || room.keys.count < configuration.roomKeyLimit {
                room.keys[key] = entry
                changed.append(entry)
            }
        }
        if isFull { removed = before.keys.filter { room.keys[$0] == nil }.sorted().map(\.text) }
        room.keyTime = max(room.keyTime, answer.syncTime ?? room.keyTime)
        rooms[name] = room
        emit(.keysChanged(room: name.text, changed, removed: removed))
    }
}
