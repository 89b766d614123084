// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The queries of clients about chatrooms.
struct RoomQueries {
    typealias Answer = ServiceQueries.Answer

    private let service: RongCloudService
    private let device: RongCloudDevice
    private var rooms: RoomService { service.rooms }

    init(_ service: RongCloudService, _ device: RongCloudDevice) {
        self.service = service
        self.device = device
    }

    func answer(_ topic: String, _ room: String, _ data: [UInt8]) -> Answer {
        switch topic {
        case "joinChrm", "joinChrmR":
            guard ServedTokens.isId(room) else { return Answer(status: ServiceStatus.parameter) }
            let status = rooms.join(room, device.user, existing: topic == "joinChrmR")
            if status == 0 { device.rooms.insert(room) }
            return done(status)
        case "exitChrm":
            guard rooms.rooms[room] != nil else { return Answer(status: ServiceStatus.noRoom) }  // CRM-002
            guard device.rooms.remove(room) != nil else { return Answer(status: ServiceStatus.notInRoom) }
            let isElsewhere = service.devices[device.user]?.contains { $0.rooms.contains(room) } ?? false
            return done(isElsewhere ? 0 : rooms.leave(room, device.user))
        case "chrmPull": return pull(room, data)
        case "queryChrmI": return information(room, data)
        case "qryCHMsg": return history(room, data)
        case "pullKV":
            guard let request = try? RMTPBody.QueryChrmKV(protobuf: data) else {
                return Answer(status: ServiceStatus.parameter)
            }
            guard let keys = rooms.rooms[room]?.keys else { return Answer(status: ServiceStatus.noRoom) }
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
            (room, time, count) = (request.chrmId ?? target, request.syncTime ?? 0, Int(request.count ?? 0))
        } else if let request = try? RMTPBody.ChrmPullMsg(protobuf: data) {
            (time, count) = (request.syncTime ?? 0, Int(request.count ?? 0))
        }
        guard device.rooms.contains(room) else { return Answer(status: ServiceStatus.notInRoom) }
        if time == 0, !(-1...50).contains(count) { return Answer(status: ServiceStatus.parameter) }  // CRM-010
        return ServiceQueries.body(rooms.pull(room, since: time, count: count, for: device))
    }

    private func information(_ room: String, _ data: [UInt8]) -> Answer {
        guard let state = rooms.rooms[room] else { return Answer(status: ServiceStatus.noRoom) }
        let request = (try? RMTPBody.QueryChatRoomInfoInput(protobuf: data)) ?? RMTPBody.QueryChatRoomInfoInput()
        var output = RMTPBody.QueryChatRoomInfoOutput()
        output.userTotalNums = Int32(clamping: state.members.count)
        let members = state.members.entries.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        let ordered = request.order == 2 ? members.reversed() : members
        output.userInfos = ordered.prefix(Int(max(0, min(request.count ?? 20, 20)))).map { user, time in
            var member = RMTPBody.ChrmMember()
            (member.id, member.time) = (user, time)
            return member
        }
        return ServiceQueries.body(output)
    }

    private func history(_ room: String, _ data: [UInt8]) -> Answer {
        guard let request = try? RMTPBody.HistoryMsgInput(protobuf: data) else {
            return Answer(status: ServiceStatus.parameter)
        }
        let all = rooms.rooms[request.targetId ?? room]?.messages ?? []
        return ServiceQueries.body(ServiceQueries.history(all.map(\.body), request, device.release))
    }

    /// Handles `setKV` and `delKV`, whose bodies have the same fields (RMTP-164).
    private func changeKey(_ topic: String, _ room: String, _ data: [UInt8]) -> Answer {
        guard let request = try? RMTPBody.SetChrmKV(protobuf: data), let entry = request.entry else {
            return Answer(status: ServiceStatus.parameter)
        }
        guard device.rooms.contains(room) else { return Answer(status: ServiceStatus.notInRoom) }
        let user = device.user
        let status = rooms.change(room) { keys, time in
            topic == "setKV" ? keys.set(entry, by: user, at: time) : keys.remove(entry, by: user, at: time)
        }
        var answer = done(status)
        guard status == 0 else { return answer }
        let (service, device) = (service, device)
        answer.then = {
            service.rooms.announceKeys(room)
            guard request.bNotify ?? false, let message = request.notification else { return }
            _ = service.send(
                SentMessage(
                    up: message, sender: user, conversation: Conversation(type: 4, target: room), device: device))
        }
        return answer
    }
}
