// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireServerAPI
import LiveService
import NIOCore
import NIOHTTP1

/// A sender that posts signed callbacks to the application's server, one after the other.
///
/// If callbacks are created faster than they can be posted, the newest are discarded and the log reports their number.
final class CallbackSender {
    private struct Post {
        var type: String
        var body: [UInt8]
    }

    private let address: CallbackAddress
    private let tokens: ServedTokens
    private let loop: any EventLoop
    private let log: ServerLog
    private var waiting: [Post] = []
    private var waitingBytes = 0
    private var isSending = false
    private var lost = 0
    private static let limit = 1_000
    private static let byteLimit = 8_388_608

    init(_ address: CallbackAddress, _ tokens: ServedTokens, _ log: ServerLog, on loop: any EventLoop) {
        self.address = address
        self.tokens = tokens
        self.log = log
        self.loop = loop
    }

    func send(_ event: ServiceEvent) {
        switch event {
        case .message(let message):
            let type: ChannelType =
                [
                    1: .person, 2: .persons, 3: .group, 4: .temporaryGroup, 5: .customerService, 6: .notify,
                ][message.conversation.type] ?? .person
            var callback = MessageCallback(
                from: message.sender, to: message.target, channelType: type,
                objectName: ObjectName(rawValue: message.body.classname ?? ""),
                content: String(decoding: message.body.content ?? [], as: UTF8.self))
            callback.sentTime = message.time
            callback.messageUID = message.id
            guard let body = try? callback.encoded() else {
                return log.record("a message cannot be written for the callback")
            }
            post("application/x-www-form-urlencoded", body)
        case .online(let user, let isOnline):
            let status = OnlineStatus(
                userID: user, change: isOnline ? .online : .offline, os: "Websocket",
                time: JSONNumber(WallClock.now))
            post("application/json", OnlineStatus.encoded([status]))
        case .room(let room, let change):
            // 0: created, 1: entered, 2: left, 3: destroyed.
            let (type, user): (Int, String?) =
                switch change {
                case .created: (0, nil)
                case .entered(let user): (1, user)
                case .left(let user): (2, user)
                case .destroyed: (3, nil)
                }
            let users = user.map { RawJSON($0).text } ?? ""
            post(
                "application/json",
                Array(
                    ("[{\"chatRoomId\":\(RawJSON(room).text),\"userIds\":[\(users)],\"type\":\(type),"
                        + "\"time\":\(WallClock.now)}]").utf8))
        }
    }

    private func post(_ type: String, _ body: [UInt8]) {
        guard waiting.count < CallbackSender.limit, waitingBytes < CallbackSender.byteLimit else {
            lost += 1
            if lost % 100 == 1 { log.record("\(lost) callbacks were dropped: \(address.server.host) is too slow") }
            return
        }
        waiting.append(Post(type: type, body: body))
        waitingBytes += body.count
        sendNext()
    }

    private func sendNext() {
        guard !isSending, !waiting.isEmpty else { return }
        isSending = true
        let post = waiting.removeFirst()
        waitingBytes -= post.body.count
        let signature = CallbackSignature(
            appKey: tokens.appKey, secret: tokens.secret, nonce: String(UInt32.random(in: .min ... .max)),
            timestamp: String(WallClock.now))
        let target = address.path + "?" + String(decoding: signature.encoded(), as: UTF8.self)
        let bound = NIOLoopBound(self, eventLoop: loop)
        WebClient(address: address.server, loop: loop).post(post.body, to: target, ["content-type": post.type])
            .whenComplete { result in
                let sender = bound.value
                if case .failure(let error) = result {
                    sender.log.record("a callback failed: \(SystemError.words(error))")
                }
                sender.isSending = false
                sender.sendNext()
            }
    }
}

/// The URL for callbacks: `http://HOST:PORT/PATH`.
package struct CallbackAddress: Hashable, Sendable {
    var server: LiveAddress
    var path: String

    package init(_ text: String) throws(CommandFailure) {
        guard text.hasPrefix("http://") else { throw .usage("\(text): callbacks go to http://HOST:PORT/PATH") }
        let rest = text.dropFirst(7)
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = String(rest[..<end])
        guard let address = LiveAddress(authority.contains(":") ? authority : authority + ":80"), !text.contains("?")
        else {
            throw .usage("\(text): callbacks go to http://HOST:PORT/PATH")
        }
        server = address
        path = end == rest.endIndex ? "/" : String(rest[end...])
    }
}

#endif
