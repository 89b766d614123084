// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI

/// The services of the server API about users.
extension ServerAPI {
    /// Returns the answer, or nil if the service is not one of these.
    func answerUsers(_ request: ServiceRequest) -> ServiceReply? {
        let user = request.text("userId") ?? ""
        var reply = ServiceReply(request.endpoint)
        switch request.endpoint {
        case .getToken:
            let token = service.settings.tokens.token(for: user, after: service.expiry(of: user))
            // API-089: the reader of tokens decides which ids are accepted.
            guard service.user(of: token.revealed)?.equals(user) ?? false else {
                return ServiceReply(request.endpoint, code: 1_002, message: "tokens are not issued for this userId")
            }
            setProfile(user, request)
            reply.set("userId", user)
            reply.set("token", token.revealed)
        case .refreshUser: setProfile(user, request)
        case .userInfo:
            let name = service.rule(.profiles, in: user, "name")
            reply.set("userName", name?.value ?? "")
            reply.set("userPortrait", service.rule(.profiles, in: user, "portraitUri")?.value ?? "")
            reply.set("createTime", name.map { ServiceDate.text($0.time) } ?? "")
        case .checkOnline: reply.set("status", service.devices[ExactText(user)] == nil ? "0" : "1")
        case .expireTokens:
            let time = min(request.integer("time") ?? 0, service.time.now)
            for user in request["userId"] where time > service.expiry(of: user) {
                reply.record(service.set(.expiredTokens, user, value: String(time)))
            }
        case .blockUsers:
            for user in request["userId"] {
                let end = service.ruleTime + (request.integer("minute") ?? 1) * 60_000
                reply.record(service.set(.blockedUsers, user, end: end))
                for device in service.devices[ExactText(user)] ?? [] { service.disconnect(device, .userBlocked) }
            }
        case .blockedUsers:
            let users = service.rules(.blockedUsers).page(request)
            reply.set("users", users.map { [("userId", $0.member), ("blockEndTime", $0.rule.endText)] })
        case .setTags, .setTagsOfUsers:
            for user in request["userId"] + request["userIds"] {
                service.unsetAll(.tags, in: user)
                for tag in request["tags"] { reply.record(service.set(.tags, in: user, tag)) }
            }
        case .tags:
            let lists = request["userIds"].map { user in
                let tags = service.rules(.tags, in: user).map { RawJSON($0.member).text }
                return "\(RawJSON(user).text):[\(tags.joined(separator: ","))]"
            }
            reply["result"] = RawJSON(scanned: "{\(lists.joined(separator: ","))}")
        case .groupsOfUser:
            let groups = service.groups(of: user).map { group in
                [("id", group), ("name", service.rule(.groupNames, group)?.value ?? "")]
            }
            reply.set("groups", groups)
        case .muteInPrivate:
            for user in request["userId"] {
                if request.integer("state") == 1 {
                    reply.record(service.set(.mutedInPrivate, user))
                } else {
                    service.unset(.mutedInPrivate, user)
                }
            }
        case .mutedInPrivate:
            let all = service.rules(.mutedInPrivate).map(\.member)
            reply.set("total", Int64(all.count))
            let first = Int(clamping: request.integer("offset") ?? 0)
            reply.set("users", Array(all.dropFirst(first).prefix(Int(clamping: request.integer("num") ?? 100))))
        case .setQuietHours:
            for name in ["startTime", "period", "level"] {
                let value = request.text(name) ?? "1"
                reply.record(service.set(.quietHours, in: user, name, value: value))
            }
        case .quietHours:
            let start = service.rule(.quietHours, in: user, "startTime")?.value ?? ""
            let numbers = ["period", "level"].map { service.rule(.quietHours, in: user, $0)?.value ?? "0" }
            reply["data"] = RawJSON(
                scanned: "{\"startTime\":\(RawJSON(start).text),\"period\":\(Int64(numbers[0]) ?? 0),"
                    + "\"unPushLevel\":\(Int64(numbers[1]) ?? 0)}")
        case .removeQuietHours: service.unsetAll(.quietHours, in: user)
        case .setRemarks:
            for remark in request.json("remarks")?.elements ?? [] {
                // The Go SDK writes the names of the members with capitals.
                guard let id = (remark["id"] ?? remark["Id"])?.string, ServedTokens.isID(id),
                    let name = (remark["remark"] ?? remark["Remark"])?.string
                else { return ServiceReply(request.endpoint, code: 1_002, message: "a remark lacks id or remark") }
                reply.record(service.set(.remarks, in: user, id, value: name))
            }
        case .removeRemark: service.unset(.remarks, in: user, request.text("targetId") ?? "")
        case .remarks:
            let all = service.rules(.remarks, in: user)
            reply.set("total", Int64(all.count))
            reply.set("users", all.page(request).map { [("id", $0.member), ("remark", $0.rule.value)] })
        default: return nil
        }
        return reply
    }

    private func setProfile(_ user: String, _ request: ServiceRequest) {
        for field in ["name", "portraitUri"] {
            guard let value = request.text(field) else { continue }
            // The token is valid whether its user has a profile or not.
            _ = service.set(.profiles, in: user, field, value: value)
        }
    }
}

extension ServiceReply {
    /// Records that the store is full.
    mutating func record(_ isKept: Bool) {
        if !isKept { (code, message) = (1_000, "the store is full (--store)") }
    }

    /// Records the status of a refusal; 0 is none.
    mutating func record(_ status: UInt16) {
        if status != 0 { code = Int(status) }
    }

    mutating func set(_ name: String, _ objects: [[(String, String)]]) {
        let texts = objects.map { members in
            "{" + members.map { "\(RawJSON($0.0).text):\(RawJSON($0.1).text)" }.joined(separator: ",") + "}"
        }
        self[name] = RawJSON(scanned: "[" + texts.joined(separator: ",") + "]")
    }
}

extension ServiceRule {
    /// The time at which the entry ends, as answers write it; empty if it has no end.
    var endText: String { end.map(ServiceDate.text) ?? "" }
}

extension Array {
    /// The page that a request asks for, at most 1,000 elements; pages count from 1.
    func page(_ request: ServiceRequest) -> ArraySlice<Element> {
        let size = request.integer("size").map { $0 == 0 ? 50 : Int(clamping: $0) } ?? 1_000
        let number = Int(clamping: Swift.max(1, request.integer("page") ?? 1))
        let (first, isTooFar) = (number - 1).multipliedReportingOverflow(by: Swift.min(size, 1_000))
        return isTooFar ? [] : dropFirst(first).prefix(Swift.min(size, 1_000))
    }
}
