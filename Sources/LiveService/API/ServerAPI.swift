// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireServerAPI

/// The server API, which answers the signed requests of an application's server.
package final class ServerAPI {
    private let service: RongCloudService

    package init(_ service: RongCloudService) {
        self.service = service
    }

    package func answer(_ call: APICall) -> APIAnswer {
        let tokens = service.settings.tokens
        guard let headers = try? RequestHeaders(reading: call.headers), headers.appKey == tokens.appKey,
            headers.isSigned(with: tokens.secret)
        else {
            service.host.note("a request to \(call.path) is not signed as it should be", nil)
            return ServerAPI.code(1_004, "the signature is wrong", 401)
        }
        do throws(DecodeError) {
            return try take(call.path, call.body)
        } catch {
            return ServerAPI.code(1_002, "\(error)", 400)
        }
    }

    private func take(_ path: String, _ body: [UInt8]) throws(DecodeError) -> APIAnswer {
        if let endpoint = PublishEndpoint(rawValue: path) {
            return publish(try PublishRequest(endpoint, decoding: body.span))
        }
        if let endpoint = ChatroomEndpoint(rawValue: path) {
            return ChatroomAPI(service.rooms).answer(try ChatroomRequest(endpoint, decoding: body.span))
        }
        let form = try Form(decoding: body.span)
        switch path {
        case "/user/getToken.json":
            let request = try TokenRequest(decoding: body.span)
            let token = service.settings.tokens.token(for: request.userId)
            return APIAnswer(body: TokenAnswer(userId: request.userId, token: token).encoded())
        case "/user/checkOnline.json":
            guard let user = form["userId"] else { return ServerAPI.code(1_002, "userId is missing", 400) }
            let isOnline = service.devices[ExactText(user)] != nil
            return .json("{\"code\":200,\"status\":\"\(isOnline ? 1 : 0)\"}")
        case "/message/recall.json": return recall(try RecallRequest(decoding: body.span))
        case "/group/create.json", "/group/join.json":
            for user in form.values("userId") { service.join(form["groupId"] ?? "", user) }
        case "/group/quit.json": for user in form.values("userId") { service.leave(form["groupId"] ?? "", user) }
        case "/group/dismiss.json": service.groups[ExactText(form["groupId"] ?? "")] = nil
        default: return ServerAPI.code(404, "not found", 404)
        }
        return ServerAPI.code(200)
    }

    static func code(_ code: Int, _ message: String? = nil, _ status: Int = 200) -> APIAnswer {
        APIAnswer(status: status, body: ServiceAnswer(code: code, message: message).encoded())
    }

    // MARK: Messages

    private func publish(_ request: PublishRequest) -> APIAnswer {
        let type: Int32
        var targets = request.targets
        switch request.endpoint {
        case .private, .privateStatus: type = 1
        case .discussion: type = 2
        case .group, .groupStatus: type = 3
        case .chatroom: type = 4
        case .chatroomBroadcast:
            type = 4
            targets = service.rooms.rooms.keys.map(\.text)
        case .system: type = 6
        case .broadcast:
            type = 6
            targets = service.users.keys.map(\.text)
        @unknown default: return ServerAPI.code(404, "not served", 404)
        }
        let options = request.options
        var up = RMTPBody.UpStreamMessage()
        up.sessionId =
            ((options.isPersisted ?? true) ? 1 : 0) | ((options.isCounted ?? true) ? 2 : 0)
            | ((options.isMentioned ?? false) ? 4 : 0)
        up.classname = request.objectName.rawValue
        up.content = Array(request.content.utf8)
        up.pushText = options.pushContent
        up.appData = options.pushData
        up.userId = options.onlyUsers
        let isStatus = request.endpoint == .privateStatus || request.endpoint == .groupStatus
        var ids: [String] = []
        for target in targets {
            let outcome = service.send(
                SentMessage(
                    up: up, sender: request.fromUserId, isStatus: isStatus,
                    conversation: Conversation(type: type, target: target),
                    isOwn: options.isIncludeSender ?? false))
            if outcome.status != 0 {
                return ServerAPI.code(Int(outcome.status), "the message to \(target) is refused")
            }
            ids.append(outcome.id)
            if options.isIncludeSender ?? false, type != 4 {
                for device in service.devices[ExactText(request.fromUserId)] ?? [] {
                    device.notify("s_ntf", type: 1, at: outcome.time)
                }
            }
        }
        let list = ids.map { RawJSON($0).text }.joined(separator: ",")
        return .json("{\"code\":200,\"messageUIDs\":[\(list)]}")
    }

    private func recall(_ request: RecallRequest) -> APIAnswer {
        let type = Int32(clamping: request.conversationType.rawValue)
        let conversation = Conversation(type: type, target: request.targetId)
        service.recall(request.messageUID, conversation, by: request.fromUserId)
        let content =
            "{\"messageUId\":\(RawJSON(request.messageUID).text),\"conversationType\":\(type),"
            + "\"targetId\":\(RawJSON(request.targetId).text),\"sentTime\":\(request.sentTime),"
            + "\"isAdmin\":\(request.isAdmin ?? false),\"isDelete\":\(request.isDelete ?? false)}"
        var up = RMTPBody.UpStreamMessage()
        up.sessionId = 0
        up.classname = "RC:RcCmd"
        up.content = Array(content.utf8)
        let outcome = service.send(SentMessage(up: up, sender: request.fromUserId, conversation: conversation))
        return ServerAPI.code(outcome.status == 0 ? 200 : Int(outcome.status))
    }
}
