import RongIMLib

extension String {
    static let micPrefix = "Live:"
}

enum ObjectNames: String {
    case mic = "Live:Mic"
    case hand = "Live:Hand"
}

final class MicMessage: RCMessageContent {
    struct Body: Codable {
        var seat: Int
        var muted: Bool
        var userId: String

        enum CodingKeys: String, CodingKey {
            case seat, muted
            case userId = "uid"
        }
    }

    var body = Body(seat: 0, muted: false, userId: "")

    override static func getObjectName() -> String { ObjectNames.mic.rawValue }

    override static func persistentFlag() -> RCMessagePersistent { .MessagePersistent_NONE }

    override func encode() -> Data { (try? JSONEncoder().encode(body)) ?? Data() }

    override func decode(with data: Data) {
        guard let body = try? JSONDecoder().decode(Body.self, from: data) else { return }
        self.body = body
    }
}

final class HandMessage: RCMessageContent {
    private(set) var reason = ""
    override class func getObjectName() -> String { return ObjectNames.hand.rawValue }
    override class func persistentFlag() -> RCMessagePersistent {
        // .MessagePersistent_ISCOUNTED would show a badge
        RCMessagePersistent(rawValue: 16)
    }
    override func encode() -> Data {
        let dict: [String: Any] = [
            "reason": reason,
            "raisedAt": Date().timeIntervalSince1970,
        ]
        return try! JSONSerialization.data(withJSONObject: dict)
    }
}

@objc enum RoomConversation: UInt {
    case conversationPrivate = 1
    case conversationDiscussion
    case conversationGroup
    case conversationChatroom
}
