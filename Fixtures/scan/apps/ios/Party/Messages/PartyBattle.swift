import RongIMLib

struct BattleContent: Codable {
    let battleId: String
    let status: BattleStatus
    let scores: [Int]
}

enum BattleStatus: Int, Codable {
    case waiting = 0
    case running = 1
    case ended = 2
}

final class PartyBattle: RCMessageContent {
    var content: BattleContent?

    override func encode() -> Data! { try? JSONEncoder().encode(content) }

    override func decode(with data: Data!) {
        content = try? JSONDecoder().decode(BattleContent.self, from: data)
    }

    override static func getObjectName() -> String! { "party:PkMsg" }

    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_ISPERSISTED }
}
