// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireServerAPI

/// The services of the server API that send, recall and extend messages.
extension ServerAPI {
    /// Returns the answer, or nil if the service is not one of these.
    func answerMessages(_ request: ServiceRequest) -> ServiceReply? {
        var reply = ServiceReply(request.endpoint)
        switch request.endpoint {
        case .recall: recall(request, &reply)
        // The copies of a broadcast have ids of their own, so that the recall of one id reaches nobody.
        case .recallBroadcast: reply.set("messageUID", request.text("messageUID") ?? "")
        case .publishPrivateTemplate, .publishSystemTemplate: template(request, &reply)
        case .setExpansion, .removeExpansion, .expansion: expansion(request, &reply)
        case .historyFile:
            reply.set("url", "")
            reply.set("date", request.text("date") ?? "")
        case .removeHistoryFile: break
        default:
            guard let delivery = Delivery(request, service) else { return nil }
            publish(delivery, &reply)
        }
        return reply
    }

    // MARK: Sending

    /// A message that is to be sent, and its recipients.
    private struct Delivery {
        var type: Int32
        var targets: [String]
        var request: ServiceRequest
        var isStatus = false
        var isBroadcast = false
        /// The content for each recipient instead of that of the request.
        var contents: [String]?
        var pushes: [String] = []

        init(type: Int32, targets: [String], request: ServiceRequest) {
            self.type = type
            self.targets = targets
            self.request = request
        }

        /// The types of conversations, and the fields with the targets, of the services that send to targets.
        private static let kinds: [ServiceEndpoint: (type: Int32, targets: String)] = [
            .publishPrivate: (1, "toUserId"), .publishPrivateStatus: (1, "toUserId"),
            .publishDiscussion: (2, "toDiscussionId"), .publishGroup: (3, "toGroupId"),
            .publishGroupStatus: (3, "toGroupId"), .publishChatroom: (4, "toChatroomId"),
            .publishSystem: (6, "toUserId"),
        ]

        /// Creates the delivery of a request, or returns nil if it sends no message.
        init?(_ request: ServiceRequest, _ service: RongCloudService) {
            if let kind = Delivery.kinds[request.endpoint] {
                self.init(type: kind.type, targets: request[kind.targets], request: request)
                isStatus = [.publishPrivateStatus, .publishGroupStatus].contains(request.endpoint)
                return
            }
            switch request.endpoint {
            case .publishChatroomBroadcast:
                self.init(type: 4, targets: service.rooms.rooms.keys.map(\.text), request: request)
            case .publishBroadcast: self.init(type: 6, targets: service.users.keys.map(\.text), request: request)
            case .publishOnlineBroadcast:
                self.init(type: 6, targets: service.devices.keys.map(\.text), request: request)
            default: return nil
            }
            isBroadcast = true
        }
    }

    private func publish(_ delivery: Delivery, _ reply: inout ServiceReply) {
        let request = delivery.request
        let sender = request.text("fromUserId") ?? ""
        let isOwn = request.flag("isIncludeSender") ?? false
        var up = RMTPBody.UpStreamMessage()
        up.sessionID =
            ((request.flag("isPersisted") ?? true) ? 1 : 0) | ((request.flag("isCounted") ?? true) ? 2 : 0)
            | ((request.flag("isMentioned") ?? false) ? 4 : 0)
        up.classname = request.text("objectName") ?? ""
        up.pushText = request.text("pushContent")
        up.appData = request.text("pushData")
        if delivery.type == 3 { up.userID = request["toUserId"] }
        up.content = Array((request.text("content") ?? "").utf8)
        var sent: [PublishedMessage] = []
        for (index, target) in delivery.targets.enumerated() {
            // `verifyBlacklist` leaves out recipients, without an error (API-090).
            if request.flag("verifyBlacklist") ?? false, delivery.type == 1,
                service.holds(.blacklists, in: target, sender)
            {
                continue
            }
            if let contents = delivery.contents, index < contents.count {
                up.content = Array(contents[index].utf8)
                up.pushText = index < delivery.pushes.count ? delivery.pushes[index] : nil
            }
            let outcome = service.send(
                SentMessage(
                    up, from: sender, to: Conversation(type: delivery.type, target: target),
                    isStatus: delivery.isStatus, isOwn: isOwn))
            if outcome.status != 0 {
                // A broadcast reaches whom it can.
                if delivery.isBroadcast { continue }
                (reply.code, reply.message) = (Int(outcome.status), "a message is refused")
                return
            }
            sent.append(PublishedMessage(outcome.id, to: target, delivery.type))
            if isOwn, delivery.type != 4 {
                for device in service.devices[ExactText(sender)] ?? [] {
                    device.notify("s_ntf", type: 1, at: outcome.time)
                }
            }
        }
        if delivery.isBroadcast {
            reply.set("messageUID", sent.first?.messageUID ?? "")
        } else {
            reply.messageUIDs = sent
        }
    }

    /// Sends the content of a template to each user, with the names in it replaced by the user's values.
    private func template(_ request: ServiceRequest, _ reply: inout ServiceReply) {
        let users = request["toUserId"]
        let values = request["values"].map { FieldRule.json($0)?.members ?? [] }
        guard values.count == users.count else {
            (reply.code, reply.message) = (1_002, "values and toUserId differ in number")
            return
        }
        let content = request.text("content") ?? ""
        let pushes = request["pushContent"]
        var delivery = Delivery(
            type: request.endpoint == .publishPrivateTemplate ? 1 : 6, targets: users, request: request)
        // What is written is not in proportion to what was received, so it has a limit of its own.
        guard content.utf8.count * users.count <= ServerAPI.templateBytes, values.allSatisfy({ $0.count <= 100 })
        else {
            (reply.code, reply.message) = (1_005, "the template is too large")
            return
        }
        var contents: [String] = []
        for (index, members) in values.enumerated() {
            let inserts = members.map { (name: $0.name, value: $0.value.string ?? $0.value.text) }
            // The content is JSON text, in whose strings the names stand.
            let escaped = inserts.map { (name: $0.name, value: String(RawJSON($0.value).text.dropFirst().dropLast())) }
            guard let text = Template.fill(content, escaped),
                let push = Template.fill(index < pushes.count ? pushes[index] : "", inserts)
            else {
                (reply.code, reply.message) = (1_005, "a content is too large")
                return
            }
            contents.append(text)
            delivery.pushes.append(push)
        }
        delivery.contents = contents
        publish(delivery, &reply)
    }

    private static let templateBytes = 16_777_216

    // MARK: Messages that were sent

    private func recall(_ request: ServiceRequest, _ reply: inout ServiceReply) {
        let type = Int32(clamping: request.integer("conversationType") ?? 1)
        let (id, sender) = (request.text("messageUID") ?? "", request.text("fromUserId") ?? "")
        let conversation = Conversation(type: type, target: request.text("targetId") ?? "")
        service.recall(id, conversation, by: sender)
        let content =
            "{\"messageUId\":\(RawJSON(id).text),\"conversationType\":\(type),"
            + "\"targetId\":\(RawJSON(conversation.target).text),\"sentTime\":\(request.integer("sentTime") ?? 0),"
            + "\"isAdmin\":\(request.flag("isAdmin") ?? false),\"isDelete\":\(request.flag("isDelete") ?? false)}"
        var up = RMTPBody.UpStreamMessage()
        up.sessionID = 0
        up.classname = "RC:RcCmd"
        up.content = Array(content.utf8)
        reply.record(service.send(SentMessage(up, from: sender, to: conversation)).status)
    }

    private static let expansionLimit = 300

    private func expansion(_ request: ServiceRequest, _ reply: inout ServiceReply) {
        let id = request.text("msgUID") ?? ""
        switch request.endpoint {
        case .setExpansion:
            for (key, value) in (request.json("extraKeyVal")?.members ?? []).prefix(100) {
                guard
                    service.holds(.expansions, in: id, key)
                        || service.rules(.expansions, in: id).count
                            < ServerAPI.expansionLimit
                else { return reply.record(false) }
                reply.record(service.set(.expansions, in: id, key, value: value.string ?? value.text))
            }
        case .removeExpansion:
            for key in request.json("extraKey")?.elements ?? [] {
                service.unset(.expansions, in: id, key.string ?? "")
            }
        default:
            // Pages of 100 values; pages count from 1.
            let page = Int(clamping: max(1, request.integer("pageNo") ?? 1)) - 1
            let all = service.rules(.expansions, in: id).dropFirst(min(page, 1_000) * 100).prefix(100)
            let texts = all.map { key, rule in
                "\(RawJSON(key).text):{\"v\":\(RawJSON(rule.value).text),\"ts\":\(rule.time)}"
            }
            reply["extraContent"] = RawJSON(scanned: "{\(texts.joined(separator: ","))}")
        }
    }
}

extension PublishedMessage {
    /// Creates the entry of a message to a conversation (API-086).
    fileprivate init(_ id: String, to target: String, _ type: Int32) {
        self.init(messageUID: id)
        switch type {
        case 2, 3: groupID = target
        case 4: chatroomID = target
        default: userID = target
        }
    }
}

/// The replacement of names in a template.
private enum Template {
    /// Returns the text with each name replaced, or nil if it would be larger than a content may be.
    static func fill(_ text: String, _ inserts: [(name: String, value: String)]) -> String? {
        let text = Array(text.utf8)
        var candidates: [UInt8: [(name: [UInt8], value: [UInt8])]] = [:]
        for insert in inserts {
            guard let first = insert.name.utf8.first else { continue }
            candidates[first, default: []].append((Array(insert.name.utf8), Array(insert.value.utf8)))
        }
        var result: [UInt8] = []
        var position = 0
        while position < text.count {
            if let found = candidates[text[position]]?.first(where: { text[position...].starts(with: $0.name) }) {
                result += found.value
                position += found.name.count
            } else {
                result.append(text[position])
                position += 1
            }
            if result.count > DecodingLimits().contentBytes { return nil }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
