// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A chatroom service, identified by the path to which requests are posted (API-055).
///
/// The vendor's paths call muting a user `gag`, muting a user in all rooms `ban`, and blocking a user from a room
/// `block`.
@nonexhaustive
public enum ChatroomEndpoint: String, Hashable, Sendable, CaseIterable {
    /// Creates rooms.
    case create = "/chatroom/create.json"
    /// Destroys rooms.
    case destroy = "/chatroom/destroy.json"
    /// Queries the names and times of rooms.
    case query = "/chatroom/query.json"
    /// Adds users to a room; meant for recording accounts, since no connection keeps a user added this way in the room
    /// (seed 000).
    case join = "/chatroom/join.json"
    /// Lists the users in a room.
    case users = "/chatroom/user/query.json"
    /// Queries whether one user is in a room.
    case userExists = "/chatroom/user/exist.json"
    /// Queries which of several users are in a room.
    case usersExist = "/chatroom/users/exist.json"

    /// Mutes users in a room: they can read but not write (seed 000).
    case mute = "/chatroom/user/gag/add.json"
    /// Unmutes users in a room.
    case unmute = "/chatroom/user/gag/rollback.json"
    /// Lists the muted users of a room.
    case muted = "/chatroom/user/gag/list.json"
    /// Mutes users in all rooms.
    case muteEverywhere = "/chatroom/user/ban/add.json"
    /// Unmutes users in all rooms.
    case unmuteEverywhere = "/chatroom/user/ban/remove.json"
    /// Lists the users who are muted in all rooms.
    case mutedEverywhere = "/chatroom/user/ban/query.json"
    /// Removes users from a room and blocks them for a time (seed 000).
    case block = "/chatroom/user/block/add.json"
    /// Unblocks users.
    case unblock = "/chatroom/user/block/rollback.json"
    /// Lists the blocked users of a room.
    case blocked = "/chatroom/user/block/list.json"

    /// Stops the distribution of users' messages in a room (seed 000).
    case stopDistribution = "/chatroom/message/stopDistribution.json"
    /// Resumes the distribution of users' messages in a room.
    case resumeDistribution = "/chatroom/message/resumeDistribution.json"

    /// Protects users, whose messages are then not dropped under load (seed 000).
    case protectUsers = "/chatroom/user/whitelist/add.json"
    /// Removes the protection of users.
    case unprotectUsers = "/chatroom/user/whitelist/remove.json"
    /// Lists the protected users of a room.
    case protectedUsers = "/chatroom/user/whitelist/query.json"
    /// Lowers the priority of message types, which are then dropped first under load (seed 000).
    case lowerPriority = "/chatroom/message/priority/add.json"
    /// Restores the priority of message types.
    case restorePriority = "/chatroom/message/priority/remove.json"
    /// Lists the message types with low priority.
    case lowPriorities = "/chatroom/message/priority/query.json"
    /// Protects message types.
    case protectTypes = "/chatroom/whitelist/add.json"
    /// Removes the protection of message types.
    case unprotectTypes = "/chatroom/whitelist/delete.json"
    /// Lists the protected message types.
    case protectedTypes = "/chatroom/whitelist/query.json"

    /// Keeps a room alive when it is silent.
    case keepAlive = "/chatroom/keepalive/add.json"
    /// Stops keeping a room alive.
    case letGo = "/chatroom/keepalive/remove.json"
    /// Lists the rooms that are kept alive.
    case keptAlive = "/chatroom/keepalive/query.json"

    /// The maximum duration of a mute or block in minutes: 30 days.
    public static let maximumMinutes: Int64 = 43_200

    /// The fields in the order in which they are written.
    var rules: [FieldRule] { ServiceEndpoint(rawValue: rawValue)?.form.fields ?? [] }
}
