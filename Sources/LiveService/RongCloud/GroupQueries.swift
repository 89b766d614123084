// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The queries of clients of release 2.x and earlier about groups and discussions, and their members.
extension ServiceQueries {
    func answerGroups(_ topic: String, _ target: String, _ data: [UInt8]) -> Answer {
        switch topic {
        case "joinGrp", "pGrps":
            let request = (try? RMTPBody.GroupInput(protobuf: data)) ?? RMTPBody.GroupInput()
            for group in request.groupInfo { service.join(group.id ?? "", device.user) }
            return done()
        case "exitGrp":
            let request = (try? RMTPBody.GroupInput(protobuf: data)) ?? RMTPBody.GroupInput()
            for group in request.groupInfo { service.leave(group.id ?? "", device.user) }
            return done()
        case "crDiz":
            var output = RMTPBody.CreateDiscussionOutput()
            output.id = service.time.id(service.time.next())
            service.join(output.id ?? "", device.user, isOwner: true)
            return ServiceQueries.body(output)
        case "invtDiz":
            guard service.groups[ExactText(target)]?.contains(device.key) ?? false else {
                return Answer(status: ServiceStatus.notInDiscussion)
            }
            let request = (try? RMTPBody.ChannelInvitationInput(protobuf: data)) ?? RMTPBody.ChannelInvitationInput()
            for user in request.users { service.join(target, user) }
        case "dizInf":
            guard let group = service.groups[ExactText(target)], let first = group.members.min() else {
                return Answer(status: ServiceStatus.notInDiscussion)
            }
            var output = RMTPBody.ChannelInfoOutput()
            (output.type, output.channelID, output.channelName) = (.persons, target, target)
            (output.adminUserID, output.openStatus) = (group.owner?.text ?? first.text, 0)
            output.firstTenUserIDs = group.members.sorted().prefix(10).map(\.text)
            return ServiceQueries.body(output)
        case "quitDiz": service.leave(target, device.user)
        case "evctDiz":
            let request = (try? RMTPBody.ChannelEvictionInput(protobuf: data)) ?? RMTPBody.ChannelEvictionInput()
            guard let group = service.groups[ExactText(target)], group.contains(device.key) else {
                return Answer(status: ServiceStatus.notInDiscussion)
            }
            // Only the creator removes others.
            guard group.owner == device.key || request.user == nil || ExactText(request.user ?? "") == device.key else {
                return Answer(status: ServiceStatus.notAllowed)
            }
            service.leave(target, request.user ?? "")
        default: break
        }
        return Answer()
    }

    private func done() -> Answer {
        var output = RMTPBody.GroupOutput()
        output.nothing = 1
        return ServiceQueries.body(output)
    }
}

extension RongCloudService {
    /// Adds a user to a group, and creates the group if necessary and the limits on groups and bytes allow it.
    ///
    /// - Parameter isOwner: Whether the user creates the group, and may remove others from it.
    /// - Returns: Whether the user is now a member.
    @discardableResult
    package func join(_ group: String, _ user: String, isOwner: Bool = false) -> Bool {
        guard ServedTokens.isID(group), ServedTokens.isID(user) else { return false }
        let (name, member) = (ExactText(group), ExactText(user))
        guard groups[name] != nil || groups.count < RongCloudService.groupLimit else { return false }
        let (held, added) = (groups[name]?.bytes ?? 0, GroupMembers.size(member))
        guard admits(held + added, adding: added) else { return false }
        groups.change(name, initial: GroupMembers(owner: isOwner ? member : nil)) { $0.add(member) }
        guard groups[name]?.contains(member) ?? false else { return false }
        memberships[member, default: []].insert(name)
        return true
    }

    func leave(_ group: String, _ user: String) {
        groups.change(ExactText(group)) { $0.remove(ExactText(user)) }
        forget(ExactText(group), of: ExactText(user))
    }

    func dismiss(_ group: String) {
        guard let old = groups.remove(ExactText(group)) else { return }
        for user in old.members { forget(ExactText(group), of: user) }
    }

    private func forget(_ group: ExactText, of user: ExactText) {
        memberships[user]?.remove(group)
        if memberships[user]?.isEmpty ?? false { memberships[user] = nil }
    }

    /// Returns the groups of a user in alphabetical order.
    func groups(of user: String) -> [String] {
        (memberships[ExactText(user)] ?? []).sorted().map(\.text)
    }
}

/// The members of a group or discussion, in the order in which they joined.
package struct GroupMembers: Sized {
    private var times = SizedStore<ExactText, Int64>()
    /// The user who has created the discussion.
    let owner: ExactText?
    private static let limit = 3_000

    init(owner: ExactText? = nil) {
        self.owner = owner
    }

    package var members: [ExactText] { times.keys }
    package var bytes: Int { times.bytes + (owner?.bytes ?? 0) }

    package func contains(_ user: ExactText) -> Bool { times.contains(user) }

    mutating func add(_ user: ExactText) {
        if times.count < GroupMembers.limit, !times.contains(user) { times[user] = 0 }
    }

    mutating func remove(_ user: ExactText) {
        times.remove(user)
    }

    static func size(_ user: ExactText) -> Int { user.bytes + 104 }
}
