// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI

/// The chatroom services of the server API (API-055).
struct ChatroomAPI {
    private let rooms: RoomService

    init(_ rooms: RoomService) {
        self.rooms = rooms
    }

    func answer(_ request: ChatroomRequest) -> APIAnswer {
        let room = request.rooms.first ?? ""
        var answer = ChatroomAnswer(code: 200)
        switch request.endpoint {
        case .create: for new in request.newRooms { rooms.create(new.id, name: new.name) }
        case .destroy: for room in request.rooms { answer.take(rooms.destroy(room)) }
        case .query:
            answer.rooms = request.rooms.compactMap { id in
                rooms.rooms[ExactText(id)].map { ChatroomInfo(id: id, name: $0.name ?? id, time: String($0.created)) }
            }
        case .join: for user in request.users { answer.take(rooms.join(room, user)) }
        case .users:
            let members = rooms.rooms[ExactText(room)]?.members
            let count = Int(clamping: max(0, request.count ?? 500))
            let ordered = request.order == .newestFirst ? members?.newest(count) : members?.oldest(count)
            answer.total = members?.count ?? 0
            answer.users = (ordered ?? []).map { ChatroomUser(id: $0.key.text, time: String($0.value)) }
        case .userExists:
            let isThere = rooms.rooms[ExactText(room)]?.members.contains(ExactText(request.users.first ?? "")) ?? false
            return .json("{\"code\":200,\"isInChrm\":\(isThere)}")
        case .usersExist:
            let members = rooms.rooms[ExactText(room)]?.members
            let list = request.users.map { user in
                "{\"userId\":\(RawJSON(user).text),\"isInChrm\":\(members?.contains(ExactText(user)) ?? false ? 1 : 0)}"
            }
            return .json("{\"code\":200,\"result\":[\(list.joined(separator: ","))]}")
        case .mute: for user in request.users { answer.take(rooms.handle(.mute(room: room, user: user))) }
        case .unmute: for user in request.users { answer.take(rooms.handle(.unmute(room: room, user: user))) }
        case .block:
            let duration = (request.minutes ?? 1) * 60_000
            for user in request.users { answer.take(rooms.handle(.ban(room: room, user: user, duration: duration))) }
        case .unblock: for user in request.users { answer.take(rooms.handle(.unban(room: room, user: user))) }
        case .stopDistribution: answer.take(rooms.handle(.stop(room: room)))
        case .resumeDistribution: answer.take(rooms.handle(.resume(room: room)))
        case .protectUsers: for user in request.users { answer.take(rooms.handle(.allow(room: room, user: user))) }
        case .unprotectUsers:
            for user in request.users { answer.take(rooms.handle(.disallow(room: room, user: user))) }
        default: return ServerAPI.code(404, "this service is not implemented", 404)
        }
        return APIAnswer(body: answer.encoded())
    }
}

extension ChatroomAnswer {
    /// Records the code of a refusal.
    fileprivate mutating func take(_ status: UInt16) {
        if status != 0 { code = Int(status) }
    }
}
