// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The queries of clients about chatrooms.
extension ServiceQueries {
    func answerRooms(_ topic: String, _ room: String, _ data: [UInt8]) -> Answer {
        switch topic {
        case "joinChrm", "joinChrmR":
            guard ServedTokens.isID(room) else { return Answer(status: ServiceStatus.parameter) }
            let status = service.rooms.join(room, device.user, existing: topic == "joinChrmR")
            if status == 0 { device.rooms.insert(ExactText(room)) }
            return done(status)
        case "exitChrm":
            let name = ExactText(room)
            guard service.rooms.rooms.contains(name) else { return Answer(status: ServiceStatus.noRoom) }  // CRM-002
            guard device.rooms.remove(name) != nil else { return Answer(status: ServiceStatus.notInRoom) }
            return done(service.isIn(name, device.key) ? 0 : service.rooms.leave(room, device.user))
        case "chrmPull": return pull(room, data)
        case "queryChrmI": return information(room, data)
        case "qryCHMsg": return history(room, data)
        case "pullKV":
            guard let request = try? RMTPBody.QueryChrmKV(protobuf: data) else {
                return Answer(status: ServiceStatus.parameter)
            }
            guard let keys = service.rooms.rooms[ExactText(room)]?.keys else {
                return Answer(status: ServiceStatus.noRoom)
            }
            guard isMember(room) else { return Answer(status: ServiceStatus.notInRoom) }
            return ServiceQueries.body(keys.changes(since: request.timestamp ?? 0))
        default: return changeKey(topic, room, data)
        }
    }

    /// Returns an answer with a body, because release 2.x treats an empty one as an error.
    private func done(_ status: UInt16) -> Answer {
        var output = RMTPBody.ChrmOutput()
        output.nothing = 1
        var answer = ServiceQueries.body(output)
        answer.status = status
        return answer
    }

    private func pull(_ target: String, _ data: [UInt8]) -> Answer {
        let type = RMTPTopic.all.first { $0.name == "chrmPull" }?.requestType(of: data.span)
        var (room, time, count) = (target, Int64(0), 0)
        if type == RMTPBody.ChrmPullMsgNew.self, let request = try? RMTPBody.ChrmPullMsgNew(protobuf: data) {
            (room, time, count) = (request.chrmID ?? target, request.syncTime ?? 0, Int(request.count ?? 0))
        } else if let request = try? RMTPBody.ChrmPullMsg(protobuf: data) {
            (time, count) = (request.syncTime ?? 0, Int(request.count ?? 0))
        }
        guard isMember(room) else { return Answer(status: ServiceStatus.notInRoom) }
        if time == 0, !(-1...50).contains(count) { return Answer(status: ServiceStatus.parameter) }  // CRM-010
        return ServiceQueries.body(service.rooms.pull(room, since: time, count: count, for: device))
    }

    private func information(_ room: String, _ data: [UInt8]) -> Answer {
        guard let members = service.rooms.rooms[ExactText(room)]?.members else {
            return Answer(status: ServiceStatus.noRoom)
        }
        let request = (try? RMTPBody.QueryChatRoomInfoInput(protobuf: data)) ?? RMTPBody.QueryChatRoomInfoInput()
        var output = RMTPBody.QueryChatRoomInfoOutput()
        output.userTotalNums = Int32(clamping: members.count)
        let count = Int(max(0, min(request.count ?? 20, 20)))
        let ordered = request.order == 2 ? members.newest(count) : members.oldest(count)
        output.userInfos = ordered.map { user, time in
            var member = RMTPBody.ChrmMember()
            (member.id, member.time) = (user.text, time)
            return member
        }
        return ServiceQueries.body(output)
    }

    private func history(_ room: String, _ data: [UInt8]) -> Answer {
        guard let request = try? RMTPBody.HistoryMsgInput(protobuf: data) else {
            return Answer(status: ServiceStatus.parameter)
        }
        let name = request.targetID ?? room
        guard isMember(name) else { return Answer(status: ServiceStatus.notInRoom) }
        let box = service.rooms.rooms[ExactText(name)]?.box
        return ServiceQueries.body(
            ServiceQueries.history(request, device) { time, isForward, visit in
                box?.walk(from: time, isForward: isForward) { visit($0.body) }
            })
    }

    private func isMember(_ room: String) -> Bool { device.rooms.contains(ExactText(room)) }

    /// Handles `setKV` and `delKV`, whose bodies have the same fields (RMTP-164).
    private func changeKey(_ topic: String, _ room: String, _ data: [UInt8]) -> Answer {
        guard let request = try? RMTPBody.SetChrmKV(protobuf: data), let entry = request.entry else {
            return Answer(status: ServiceStatus.parameter)
        }
        guard isMember(room) else { return Answer(status: ServiceStatus.notInRoom) }
        let user = device.user
        let added = topic == "setKV" ? RoomKeys.size(entry, by: user) : 0
        let status = service.rooms.change(room, adding: added) { keys, time in
            topic == "setKV" ? keys.set(entry, by: user, at: time) : keys.remove(entry, by: user, at: time)
        }
        var answer = done(status)
        guard status == 0 else { return answer }
        let (service, device) = (service, device)
        answer.then = {
            service.rooms.announceKeys(room)
            guard request.bNotify ?? false, let message = request.notification else { return }
            _ = service.send(
                SentMessage(message, from: user, to: Conversation(type: 4, target: room), device: device))
        }
        return answer
    }
}
