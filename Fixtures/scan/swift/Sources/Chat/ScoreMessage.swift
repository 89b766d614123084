import RongIMLibCore

@objc(ScoreMessage)
class ScoreMessage: RCMessageContent {
    private struct Payload: Codable {
        var score: Int
        var playerName: String
        var rounds: [Int]
        var cheat = false

        enum CodingKeys: String, CodingKey {
            case score
            case playerName = "player_name", rounds
        }
    }

    override static func getObjectName() -> String { MessageName.score }

    override static func persistentFlag() -> RCMessagePersistent {
        RCMessagePersistent(rawValue: 1)!
    }

    override func encode() -> Data {
        let payload = Payload(score: 1, playerName: "a", rounds: [])
        return (try? JSONEncoder().encode(payload)) ?? Data()
    }

    override func decode(with data: Data) {
        let payload = try? JSONDecoder().decode(Payload.self, from: data)
    }
}

class PulseMessage: RCMessageContent {
    static let objectName = #"App:Pulse"#
    override class func getObjectName() -> String! { objectName }
    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_STATUS }
    override func encode() -> Data! {
        let body: [String: Any] = [Keys.score: 1, "beat": beat]
        let text = """
            {"objectName": "App:InText", "notAKey": 1}
            """
        return try? JSONSerialization.data(withJSONObject: body)
    }
}

/// A message of a Swift server: no class of the SDK, only Codable.
struct ReceiptMessage: MessageContent, Codable {
    static let objectName = "App:Receipt"
    static let flag: MessageFlag = .none

    let messageId: String
    var readAt: Int64?
    var isRead: Bool { readAt != nil }
    static var counter = 0
}

enum ConversationType: Int {
    case single = 1
    case group = 3, room
    // case old = 9
}

func title(of name: String) -> String {
    name == "App:Unregistered" ? "?" : name
}

class OddMessage: RCMessageContent {
    override class func getObjectName() -> String! { Bundle.main.name(for: "odd") }
}
