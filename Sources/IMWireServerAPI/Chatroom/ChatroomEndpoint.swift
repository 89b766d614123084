// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The chatroom services, each by the path that it is posted to (API-055).
///
/// The vendor's paths call muting a user `gag`, muting in all rooms `ban`, and keeping one out `block`.
@nonexhaustive
public enum ChatroomEndpoint: String, Hashable, Sendable, CaseIterable {
    /// Creates a request that makes rooms.
    case create = "/chatroom/create.json"
    /// Ends rooms.
    case destroy = "/chatroom/destroy.json"
    /// Asks for names and times of rooms.
    case query = "/chatroom/query.json"
    /// Puts users in; not for ordinary users, whose connection keeps them in (seed 000).
    case join = "/chatroom/join.json"
    /// Asks who is in a room.
    case users = "/chatroom/user/query.json"
    /// Asks whether one user is in a room.
    case userExists = "/chatroom/user/exist.json"
    /// Asks which users are in a room.
    case usersExist = "/chatroom/users/exist.json"

    /// Mutes users in a room: they read on, and cannot write (seed 000).
    case mute = "/chatroom/user/gag/add.json"
    /// Lets them write again.
    case unmute = "/chatroom/user/gag/rollback.json"
    /// Asks who is muted.
    case muted = "/chatroom/user/gag/list.json"
    /// Mutes users in all rooms.
    case muteEverywhere = "/chatroom/user/ban/add.json"
    /// Lets them write again.
    case unmuteEverywhere = "/chatroom/user/ban/remove.json"
    /// Asks who is muted everywhere.
    case mutedEverywhere = "/chatroom/user/ban/query.json"
    /// Throws users out and keeps them out for a time (seed 000).
    case block = "/chatroom/user/block/add.json"
    /// Lets them in again.
    case unblock = "/chatroom/user/block/rollback.json"
    /// Asks who is kept out.
    case blocked = "/chatroom/user/block/list.json"

    /// Stops handing on what users write (seed 000).
    case stopDistribution = "/chatroom/message/stopDistribution.json"
    /// Hands it on again.
    case resumeDistribution = "/chatroom/message/resumeDistribution.json"

    /// Protects users: what they write is not dropped under load (seed 000).
    case protectUsers = "/chatroom/user/whitelist/add.json"
    /// Protects them no longer.
    case unprotectUsers = "/chatroom/user/whitelist/remove.json"
    /// Asks who is protected.
    case protectedUsers = "/chatroom/user/whitelist/query.json"
    /// Lowers the priority of message types: they are dropped first under load (seed 000).
    case lowerPriority = "/chatroom/message/priority/add.json"
    /// Raises it again.
    case restorePriority = "/chatroom/message/priority/remove.json"
    /// Asks which types have low priority.
    case lowPriorities = "/chatroom/message/priority/query.json"
    /// Protects message types.
    case protectTypes = "/chatroom/whitelist/add.json"
    /// Protects them no longer.
    case unprotectTypes = "/chatroom/whitelist/delete.json"
    /// Asks which types are protected.
    case protectedTypes = "/chatroom/whitelist/query.json"

    /// Keeps a room when nobody speaks.
    case keepAlive = "/chatroom/keepalive/add.json"
    /// Lets it go.
    case letGo = "/chatroom/keepalive/remove.json"
    /// Asks which rooms are kept.
    case keptAlive = "/chatroom/keepalive/query.json"

    /// The most minutes of a mute or block: 30 days.
    public static let maximumMinutes: Int64 = 43_200

    /// The fields, in the order in which they are written; the rooms of ``create`` are fields of their own.
    var rules: [FieldRule] {
        let room = FieldRule.id("chatroomId")
        let minutes = FieldRule("minute", .integer(1...ChatroomEndpoint.maximumMinutes), 1...1)
        func users(_ count: ClosedRange<Int>) -> FieldRule { .id("userId", count) }
        func types(_ name: String, _ most: Int) -> FieldRule { FieldRule(name, .objectName, 1...most) }
        switch self {
        case .create, .mutedEverywhere, .lowPriorities, .protectedTypes, .keptAlive: return []
        case .destroy, .query: return [.id("chatroomId", 1...Int.max)]
        case .users:
            let order = FieldRule("order", .integer(1...2), 1...1)
            return [room, FieldRule("count", .integer(1...500), 1...1), order]
        case .userExists: return [room, users(1...1)]
        case .usersExist: return [room, users(1...1000)]
        case .join: return [room, users(1...50)]
        case .mute, .block: return [users(1...20), room, minutes]
        case .unmute, .unblock: return [users(1...20), room]
        case .muteEverywhere: return [users(1...20), minutes]
        case .unmuteEverywhere: return [users(1...20)]
        case .muted, .blocked, .stopDistribution, .resumeDistribution, .protectedUsers, .keepAlive, .letGo:
            return [room]
        case .protectUsers, .unprotectUsers: return [room, users(1...5)]
        case .lowerPriority, .restorePriority: return [types("objectName", 5)]
        case .protectTypes, .unprotectTypes: return [types("objectnames", 20)]
        }
    }
}
