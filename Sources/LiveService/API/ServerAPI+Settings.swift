// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireServerAPI

/// The services of the server API about conversations, sensitive words and push notifications.
///
/// Settings and words are stored but have no effect, and push notifications are only accepted.
extension ServerAPI {
    /// Returns the answer, or nil if the service is not one of these.
    func answerSettings(_ request: ServiceRequest) -> ServiceReply? {
        var reply = ServiceReply(request.endpoint)
        let user = request.text("requestId") ?? request.text("userId") ?? ""
        let type = request.integer("conversationType") ?? 1
        let place = "\(type):\(request.text("targetId") ?? "")"
        switch request.endpoint {
        case .setNotification:
            let value = request.flag("isMuted").map { $0 ? "1" : "0" } ?? request.text("unpushLevel") ?? "0"
            reply.record(service.set(.notifications, in: user, place, value: value))
        case .notification, .typeNotification:
            let key = request.endpoint == .notification ? place : "\(type)"
            reply.set("isMuted", service.rule(.notifications, in: user, key).flatMap { Int64($0.value) } ?? 0)
        case .setTypeNotification:
            reply.record(
                service.set(.notifications, in: user, "\(type)", value: request.text("unpushLevel") ?? "0"))
        case .setTop:
            if request.flag("setTop") ?? false {
                reply.record(service.set(.pins, in: user, place))
            } else {
                service.unset(.pins, in: user, place)
            }
        case .cleanHistory:
            let target = request.text("targetId") ?? ""
            let conversation = Conversation(type: Int32(clamping: type), target: target)
            let (owner, end) = (request.text("fromUserId") ?? "", request.integer("msgTimestamp") ?? .max)
            service.users.change(ExactText(owner)) { $0.clean(conversation, upTo: end) }
        case .addWord: add(request.text("word"), request.text("replaceWord"), &reply)
        case .addWords:
            for text in request["words"] {
                let word = FieldRule.json(text)
                add(word?["word"]?.string, word?["replaceWord"]?.string, &reply)
            }
            reply.set("remainQuota", Int64(max(0, ServerAPI.wordLimit - service.rules(.words).count)))
        case .removeWord, .removeWords:
            for word in request["word"] + request["words"] { service.unset(.words, word) }
        case .words:
            // The Go SDK reads the type only from a string.
            let words = service.rules(.words).map { word in
                [
                    ("type", word.rule.value.isEmpty ? "1" : "0"), ("word", word.member),
                    ("replaceWord", word.rule.value),
                ]
            }
            let wanted = request.integer("type") ?? 1
            reply.set("words", words.filter { wanted == 2 || $0[0].1 == "\(wanted)" })
        case .push, .pushToUsers, .pushCustom: reply.set("id", service.time.id(service.time.next()))
        default: return nil
        }
        return reply
    }

    private static let wordLimit = 10_000

    private func add(_ word: String?, _ replacement: String?, _ reply: inout ServiceReply) {
        guard let word, (1...128).contains(word.utf8.count), (replacement ?? "").utf8.count <= 128 else {
            return (reply.code, reply.message) = (1_002, "word is missing, or a text is too long")
        }
        reply.record(service.set(.words, word, value: replacement ?? ""))
    }
}
