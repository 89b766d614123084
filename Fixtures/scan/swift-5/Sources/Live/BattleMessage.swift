import RongIMLib

struct Battle: Codable {
    enum Status: Int, Codable {
        case waiting = 0
        case running = 1
        case ended = 2
    }

    struct Side: Codable {
        let uid: String
        let points: Int

        enum CodingKeys: String, CodingKey {
            case uid
            case points = "pts"
        }
    }

    let battleId: String
    let status: Status
    var score: Int64
    var note: String?
    let sides: [Side]

    enum CodingKeys: String, CodingKey {
        case battleId = "id"
        case status, score, note, sides
    }
}

final class BattleMessage: RCMessageContent {
    var content: Battle?

    override func encode() -> Data! {
        try? JSONEncoder().encode(content)
    }

    override func decode(with data: Data!) {
        content = try? JSONDecoder().decode(Battle.self, from: data)
    }

    override static func getObjectName() -> String! { "live:Battle" }

    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_ISPERSISTED }
}
