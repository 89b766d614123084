// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A chatroom that the application has joined or is about to join.
struct Room: Sendable {
    /// The time up to which messages have been pulled.
    var time: Int64 = 0
    /// The time up to which keys are known.
    var keyTime: Int64 = 0
    /// The entries by key.
    var keys: [ExactText: RMTPBody.ChrmKVEntity] = [:]
    /// Whether a join was answered with status 0, so that the next one is a rejoin (RMTP-261).
    var wasJoined = false
}

extension RMTPClient {
    mutating func join(_ name: ExactText) {
        let room = rooms[name] ?? Room()
        rooms[name] = room
        // Without a connection, the room is joined with the next one (RMTP-260).
        guard state == .online else { return }
        var body = RMTPBody.ChrmInput()
        body.nothing = 1
        let topic: FrameText = room.wasJoined ? "joinChrmR" : "joinChrm"
        ask(.join(room: name), RMTPRequest(topic: topic, targetId: FrameText(name.text), data: bytes(of: body)))
    }

    /// Joins every room, in the byte order of their names, after a connection was made (RMTP-198, RMTP-223).
    mutating func rejoin() {
        for name in rooms.keys.sorted() { join(name) }
    }

    mutating func joined(_ name: ExactText, _ status: UInt16) {
        guard var room = rooms[name] else { return }
        emit(.joined(room: name.text, status: status))
        guard status == 0 else {
            rooms[name] = nil
            return
        }
        room.wasJoined = true
        rooms[name] = room
        pull(.room(name))
        if configuration.hasRoomKeys { askForKeys(of: name) }
    }

    mutating func leave(_ name: ExactText) {
        guard rooms.removeValue(forKey: name) != nil else { return }
        pulls.forget(.room(name))
        guard state == .online else { return emit(.left(room: name.text)) }
        var body = RMTPBody.ChrmInput()
        body.nothing = 1
        ask(.leave(room: name), RMTPRequest(topic: "exitChrm", targetId: FrameText(name.text), data: bytes(of: body)))
    }
}

// MARK: - Keys

extension RMTPClient {
    mutating func askForKeys(of name: ExactText) {
        let body = RMTPBody.QueryChrmKV(timestamp: rooms[name]?.keyTime ?? 0)
        ask(.keys(room: name), RMTPRequest(topic: "pullKV", targetId: FrameText(name.text), data: bytes(of: body)))
    }

    mutating func keysAnswered(_ name: ExactText, _ packet: QueryAckPacket) {
        guard packet.status ?? 0 == 0, rooms[name] != nil else { return }
        do {
            takeKeys(of: name, try RMTPBody.ChrmKVOutput.decode(packet.body.span).body)
        } catch {
            emit(.undecodable(topic: "pullKV", error))
        }
    }

    /// Applies the changes in an answer to the keys of a room (RMTP-199).
    private mutating func takeKeys(of name: ExactText, _ answer: RMTPBody.ChrmKVOutput) {
        guard var room = rooms[name] else { return }
        var changed: [RMTPBody.ChrmKVEntity] = []
        var removed: [String] = []
        if answer.bFullUpdate == true {
            let present = Set(answer.entries.compactMap { $0.key.map { ExactText($0) } })
            removed = room.keys.keys.filter { !present.contains($0) }.sorted().map(\.text)
            room.keys = [:]
        }
        for entry in answer.entries {
            guard let key = entry.key.map({ ExactText($0) }) else { continue }
            let before = room.keys[key]
            let status = entry.status ?? 0
            let isAllowed = status & 2 != 0 || before == nil || before?.uid == entry.uid
            guard isAllowed else { continue }
            if status & 4 != 0 {
                if room.keys.removeValue(forKey: key) != nil { removed.append(key.text) }
            } else if before != nil || room.keys.count < configuration.roomKeyLimit {
                room.keys[key] = entry
                changed.append(entry)
            }
        }
        room.keyTime = max(room.keyTime, answer.syncTime ?? room.keyTime)
        rooms[name] = room
        emit(.keysChanged(room: name.text, changed, removed: removed))
    }
}
