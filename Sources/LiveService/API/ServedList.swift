// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI

/// A list of the application's server that services of the server API change and return alike (API-090).
struct ServedList: Sendable {
    let list: RuleList
    /// The field with the id that the list belongs to; nil for a list of the application.
    var scope: String?
    /// The field with the members.
    let members: String
    /// The services that add members, remove members, and return them, as far as they have no other effect.
    var (add, remove, show): (ServiceEndpoint?, ServiceEndpoint?, ServiceEndpoint?)
    /// The member of the answer that has the list.
    let name: String
    /// Whether entries end after the minutes of the request, and are returned with that time.
    let hasEnds: Bool

    init(
        _ list: RuleList, of scope: String? = nil, _ members: String, add: ServiceEndpoint? = nil,
        remove: ServiceEndpoint? = nil, show: ServiceEndpoint? = nil, as name: String = "users", hasEnds: Bool = false
    ) {
        (self.list, self.scope, self.members, self.name, self.hasEnds) = (list, scope, members, name, hasEnds)
        (self.add, self.remove, self.show) = (add, remove, show)
    }

    private static let all = [
        ServedList(
            .blacklists, of: "userId", "blackUserId", add: .addToBlacklist, remove: .removeFromBlacklist,
            show: .blacklist),
        ServedList(
            .whitelists, of: "userId", "whiteUserId", add: .addToWhitelist, remove: .removeFromWhitelist,
            show: .whitelist),
        ServedList(.blockedUsers, "userId", remove: .unblockUsers),
        ServedList(
            .mutedInGroups, of: "groupId", "userId", remove: .unmuteInGroup, show: .mutedInGroup, hasEnds: true),
        ServedList(.mutedGroups, "groupId", add: .muteGroups, remove: .unmuteGroups),
        ServedList(
            .allowedInGroups, of: "groupId", "userId", add: .allowInMutedGroup, remove: .disallowInMutedGroup,
            show: .allowedInMutedGroup, as: "userIds"),
        ServedList(
            .mutedInRooms, of: "chatroomId", "userId", add: .muteInRoom, remove: .unmuteInRoom, show: .mutedInRoom,
            hasEnds: true),
        ServedList(
            .mutedInRooms, "userId", add: .muteInRooms, remove: .unmuteInRooms, show: .mutedInRooms, hasEnds: true),
        ServedList(
            .blockedInRooms, of: "chatroomId", "userId", add: .blockInRoom, remove: .unblockInRoom,
            show: .blockedInRoom, hasEnds: true),
        ServedList(.mutedRooms, "chatroomId", add: .muteRoom, remove: .unmuteRoom),
        ServedList(
            .allowedInRooms, of: "chatroomId", "userId", add: .allowInMutedRoom, remove: .disallowInMutedRoom,
            show: .allowedInMutedRoom, as: "userIds"),
        ServedList(.protectedUsers, of: "chatroomId", "userId", show: .protectedUsers),
        ServedList(
            .lowPriorities, "objectName", add: .lowerPriority, remove: .restorePriority, show: .lowPriorities,
            as: "objectNames"),
        ServedList(
            .protectedTypes, "objectnames", add: .protectTypes, remove: .unprotectTypes, show: .protectedTypes,
            as: "whitlistMsgType"),
        ServedList(.keptAlive, "chatroomId", add: .keepAlive, remove: .letGo, show: .keptAlive, as: "chatroomIds"),
    ]
    /// The lists by the services that change or return them.
    static let byService = Dictionary(
        uniqueKeysWithValues: all.flatMap { list in
            [list.add, list.remove, list.show].compactMap { service in service.map { ($0, list) } }
        })
}

extension ServerAPI {
    /// Answers a service that only changes or returns a list, or returns nil for another service.
    func answerList(_ request: ServiceRequest) -> ServiceReply? {
        guard let served = ServedList.byService[request.endpoint] else { return nil }
        var reply = ServiceReply(request.endpoint)
        let scope = served.scope.flatMap(request.text) ?? ""
        if request.endpoint == served.show {
            show(service.rules(served.list, in: scope), served, &reply)
            return reply
        }
        let end = served.hasEnds ? service.ruleTime + (request.integer("minute") ?? 1) * 60_000 : nil
        // Members can be muted or blocked only in a room that exists.
        let needsRoom = served.hasEnds && served.scope == "chatroomId" && !scope.isEmpty
        for member in request[served.members] {
            if needsRoom, !rooms.rooms.contains(ExactText(scope)) {
                reply.record(ServiceStatus.noRoom)
            } else if request.endpoint == served.add {
                reply.record(service.set(served.list, in: scope, member, end: end))
            } else {
                service.unset(served.list, in: scope, member)
            }
        }
        return reply
    }

    private func show(
        _ entries: [(member: String, rule: ServiceRule)], _ served: ServedList, _ reply: inout ServiceReply
    ) {
        if served.hasEnds {
            reply.set(served.name, entries.map { [("userId", $0.member), ("time", $0.rule.endText)] })
        } else {
            reply.set(served.name, entries.map(\.member))
        }
    }
}
