// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The queries of clients of release 2.x and earlier about groups and discussions, and their members.
struct GroupQueries {
    typealias Answer = ServiceQueries.Answer

    private let service: RongCloudService
    private let device: RongCloudDevice

    init(_ service: RongCloudService, _ device: RongCloudDevice) {
        self.service = service
        self.device = device
    }

    func answer(_ topic: String, _ target: String, _ data: [UInt8]) -> Answer {
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
            service.join(output.id ?? "", device.user)
            return ServiceQueries.body(output)
        case "invtDiz":
            guard service.groups[target]?.members.contains(device.user) ?? false else {
                return Answer(status: ServiceStatus.notInDiscussion)
            }
            let request = (try? RMTPBody.ChannelInvitationInput(protobuf: data)) ?? RMTPBody.ChannelInvitationInput()
            for user in request.users { service.join(target, user) }
        case "quitDiz": service.leave(target, device.user)
        case "evctDiz":
            let request = (try? RMTPBody.ChannelEvictionInput(protobuf: data)) ?? RMTPBody.ChannelEvictionInput()
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
    func join(_ group: String, _ user: String) {
        guard ServedTokens.isId(group), ServedTokens.isId(user) else { return }
        guard groups[group] != nil || groups.count < RongCloudService.groupLimit else { return }
        let held = groups[group]?.bytes ?? 0
        guard admits(held + GroupMembers.size(user), adding: GroupMembers.size(user)) else { return }
        groups.change(group, initial: GroupMembers([])) { $0.add(user) }
    }

    /// Removes a user from a group.
    func leave(_ group: String, _ user: String) {
        groups.change(group) { $0.remove(user) }
    }
}

/// The members of a group or discussion, in the order in which they joined.
struct GroupMembers: Sized {
    private(set) var members: [String] = []
    private(set) var bytes = 0
    private static let limit = 3_000

    init(_ members: [String]) {
        for member in members { add(member) }
    }

    mutating func add(_ user: String) {
        guard !members.contains(user), members.count < GroupMembers.limit else { return }
        members.append(user)
        bytes += GroupMembers.size(user)
    }

    mutating func remove(_ user: String) {
        guard let index = members.firstIndex(of: user) else { return }
        members.remove(at: index)
        bytes -= GroupMembers.size(user)
    }

    static func size(_ user: String) -> Int { user.utf8.count + 48 }
}
