// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI

/// The services of the server API about groups.
extension ServerAPI {
    /// Returns the answer, or nil if the service is not one of these.
    func answerGroups(_ request: ServiceRequest) -> ServiceReply? {
        let group = request.text("groupId") ?? ""
        let users = request["userId"]
        var reply = ServiceReply(request.endpoint)
        switch request.endpoint {
        case .createGroup, .joinGroup:
            for user in users { reply.record(service.join(group, user)) }
            name(group, request.text("groupName"), &reply)
            count(group, &reply)
        case .quitGroup:
            for user in users { service.leave(group, user) }
            count(group, &reply)
        case .dismissGroup: dismiss(group)
        case .refreshGroup: name(group, request.text("groupName"), &reply)
        case .syncGroups:
            let user = users.first ?? ""
            let wanted = request.keyed("group")
            let kept = Set(wanted.map { ExactText($0.id) })
            for old in service.groups(of: user) where !kept.contains(ExactText(old)) { service.leave(old, user) }
            for (id, title) in wanted {
                reply.record(service.join(id, user))
                // A group that has a name keeps it; another request changes it.
                if !service.holds(.groupNames, id) { name(id, title, &reply) }
            }
        case .groupMembers:
            reply.set("users", (service.groups[ExactText(group)]?.members ?? []).map { [("id", $0.text)] })
        case .muteInGroup:
            let minutes = request.integer("minute") ?? 0
            let end = minutes == 0 ? nil : service.ruleTime + minutes * 60_000
            for user in users { reply.record(service.set(.mutedInGroups, in: group, user, end: end)) }
        case .mutedGroups:
            let asked = request["groupId"]
            let listed =
                asked.isEmpty
                ? service.rules(.mutedGroups).page(request).map { ($0.member, 1) }
                : asked.map { ($0, service.holds(.mutedGroups, $0) ? 1 : 0) }
            let texts = listed.map { "{\"groupId\":\(RawJSON($0.0).text),\"stat\":\($0.1)}" }
            reply["groupinfo"] = RawJSON(scanned: "[" + texts.joined(separator: ",") + "]")
        case .setGroupRemark:
            reply.record(
                service.set(.groupRemarks, in: group, users.first ?? "", value: request.text("remark") ?? ""))
        case .removeGroupRemark: service.unset(.groupRemarks, in: group, users.first ?? "")
        case .groupRemark:
            reply.set("remark", service.rule(.groupRemarks, in: group, users.first ?? "")?.value ?? "")
        default: return nil
        }
        return reply
    }

    private func name(_ group: String, _ name: String?, _ reply: inout ServiceReply) {
        if let name { reply.record(service.set(.groupNames, group, value: name)) }
    }

    private func count(_ group: String, _ reply: inout ServiceReply) {
        reply.set("memberCount", Int64(service.groups[ExactText(group)]?.members.count ?? 0))
    }

    private func dismiss(_ group: String) {
        service.dismiss(group)
        service.unset(.groupNames, group)
        service.unset(.mutedGroups, group)
        for list in [RuleList.mutedInGroups, .allowedInGroups, .groupRemarks] { service.unsetAll(list, in: group) }
    }
}
