// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireServerAPI

/// The services of the server API about chatrooms (API-055).
extension ServerAPI {
    /// Returns the answer, or nil if the service is not one of these.
    func answerRooms(_ request: ServiceRequest) -> ServiceReply? {
        let room = request.text("chatroomId") ?? ""
        let users = request["userId"]
        var reply = ServiceReply(request.endpoint)
        switch request.endpoint {
        case .createRooms:
            // API-056: a refusal ends the request, so that the rooms after it are not opened either.
            for (id, name) in request.keyed("chatroom") where reply.isSuccess {
                reply.record(rooms.create(id, name: name))
            }
        case .createRoom: create(room, request, &reply)
        case .setDestruction: options(room, request, &reply)
        case .destroyRooms:
            for room in request["chatroomId"] {
                reply.record(rooms.destroy(room))
                forget(room)
            }
        case .queryRooms:
            let found = request["chatroomId"].compactMap { id in rooms.rooms[ExactText(id)].map { (id, $0) } }
            reply.set(
                "chatRooms",
                found.map { id, room in
                    [("chrmId", id), ("name", room.name ?? id), ("time", ServiceDate.text(room.created))]
                })
        case .room: information(room, &reply)
        case .joinRoom: for user in users { reply.record(rooms.join(room, user)) }
        case .roomMembers:
            let members = rooms.rooms[ExactText(room)]?.members
            let count = Int(clamping: request.integer("count") ?? 500)
            let listed = request.integer("order") == 2 ? members?.newest(count) : members?.oldest(count)
            reply.set("total", Int64(members?.count ?? 0))
            reply.set("users", (listed ?? []).map { [("id", $0.key.text), ("time", ServiceDate.text($0.value))] })
        case .isInRoom:
            reply.set(
                "isInChrm", users.contains { rooms.rooms[ExactText(room)]?.members.contains(ExactText($0)) ?? false })
        case .areInRoom:
            let members = rooms.rooms[ExactText(room)]?.members
            let texts = users.map { user in
                "{\"userId\":\(RawJSON(user).text),\"isInChrm\":\(members?.contains(ExactText(user)) ?? false ? 1 : 0)}"
            }
            reply["result"] = RawJSON(scanned: "[" + texts.joined(separator: ",") + "]")
        case .stopDistribution: reply.record(rooms.handle(.stop(room: room)))
        case .resumeDistribution: reply.record(rooms.handle(.resume(room: room)))
        case .blockInRoom:
            let reply = answerList(request)
            for user in users { rooms.handle(.kick(room: room, user: user)) }
            return reply
        case .mutedRooms: reply.set("chatroomIds", service.rules(.mutedRooms).page(request).map(\.member))
        case .isRoomMuted: reply.set("status", service.holds(.mutedRooms, room) ? 1 : 0)
        case .protectUsers:
            for user in users { reply.record(service.set(.protectedUsers, in: room, user)) }
            for user in users { reply.record(rooms.handle(.allow(room: room, user: user))) }
        case .unprotectUsers:
            for user in users { service.unset(.protectedUsers, in: room, user) }
            for user in users { reply.record(rooms.handle(.disallow(room: room, user: user))) }
        default: return answerEntries(request, room)
        }
        return reply
    }

    // MARK: Rooms

    private func create(_ room: String, _ request: ServiceRequest, _ reply: inout ServiceReply) {
        reply.record(rooms.create(room))
        guard reply.isSuccess else { return }
        options(room, request, &reply)
        if request.flag("isBan") ?? false { reply.record(service.set(.mutedRooms, room)) }
        for user in request["whiteUserIds"] { reply.record(service.set(.allowedInRooms, in: room, user)) }
        setEntries(room, request, &reply)
    }

    private func options(_ room: String, _ request: ServiceRequest, _ reply: inout ServiceReply) {
        guard rooms.rooms[ExactText(room)] != nil else { return reply.record(ServiceStatus.noRoom) }
        for name in ["destroyType", "destroyTime"] {
            guard let value = request.text(name) else { continue }
            reply.record(service.set(.roomOptions, in: room, name, value: value))
        }
    }

    private func information(_ room: String, _ reply: inout ServiceReply) {
        guard let state = rooms.rooms[ExactText(room)] else { return reply.record(ServiceStatus.noRoom) }
        reply.set("chatroomId", room)
        reply.set("createTime", state.created)
        reply.set("memberCount", Int64(state.members.count))
        for name in ["destroyType", "destroyTime"] {
            reply.set(name, service.rule(.roomOptions, in: room, name).flatMap { Int64($0.value) } ?? 0)
        }
        reply.set("ban", service.holds(.mutedRooms, room))
    }

    /// Removes the lists of a room that no longer exists.
    private func forget(_ room: String) {
        for list in [RuleList.mutedInRooms, .blockedInRooms, .allowedInRooms, .protectedUsers, .roomOptions] {
            service.unsetAll(list, in: room)
        }
        service.unset(.mutedRooms, room)
    }

    // MARK: Keys

    /// Answers a request about keys, or nil if the request is another one.
    private func answerEntries(_ request: ServiceRequest, _ room: String) -> ServiceReply? {
        var reply = ServiceReply(request.endpoint)
        let user = request.text("userId") ?? ""
        switch request.endpoint {
        case .setEntry:
            let entry = entry(request.text("key"), request.text("value"), request.flag("autoDelete") ?? false)
            change(room, adding: size(of: entry), &reply) { keys, time in keys.set(entry, by: user, at: time) }
        case .setEntries: setEntries(room, request, &reply)
        case .removeEntry:
            let entry = entry(request.text("key"), nil, false)
            change(room, adding: 0, &reply) { keys, time in keys.remove(entry, by: user, at: time) }
        case .entries:
            guard let keys = rooms.rooms[ExactText(room)]?.keys else {
                reply.record(ServiceStatus.noRoom)
                return reply
            }
            let wanted = Set(request["keys"].map { ExactText($0) })
            let all = keys.changes(since: 0).entries.filter {
                wanted.isEmpty || wanted.contains(ExactText($0.key ?? ""))
            }
            reply.set(
                "keys",
                all.map { entry in
                    // The Go SDK reads `autoDelete` only from a string.
                    [
                        ("key", entry.key ?? ""), ("value", entry.value ?? ""), ("userId", entry.uid ?? ""),
                        ("autoDelete", (entry.status ?? 0) & 1 == 0 ? "0" : "1"),
                        ("lastSetTime", ServiceDate.text(entry.timestamp ?? 0)),
                    ]
                })
        default: return nil
        }
        return reply
    }

    private func setEntries(_ room: String, _ request: ServiceRequest, _ reply: inout ServiceReply) {
        let owner = request.text("entryOwnerId") ?? ""
        for (key, value) in request.json("entryInfo")?.members ?? [] {
            let entry = entry(key, value.string ?? value.text, request.flag("autoDelete") ?? false)
            change(room, adding: size(of: entry), &reply) { keys, time in keys.set(entry, by: owner, at: time) }
        }
    }

    /// Returns an entry that the application's server sets, which may overwrite that of any user.
    private func entry(_ key: String?, _ value: String?, _ leavesWithOwner: Bool) -> RMTPBody.ChrmKVEntity {
        var entry = RMTPBody.ChrmKVEntity()
        entry.key = key
        entry.value = value
        entry.status = 2 | (leavesWithOwner ? 1 : 0)
        return entry
    }

    private func size(of entry: RMTPBody.ChrmKVEntity) -> Int {
        (entry.key ?? "").utf8.count + (entry.value ?? "").utf8.count + 512
    }

    private func change(
        _ room: String, adding added: Int, _ reply: inout ServiceReply, _ change: (inout RoomKeys, Int64) -> UInt16
    ) {
        let status = rooms.change(room, adding: added, change)
        reply.record(status)
        if status == 0 { rooms.announceKeys(room) }
    }
}
