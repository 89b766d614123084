import RongIMLibCore

final class TypingMessage: RCMessageContent {
    private(set) var target = ""

    override static func getObjectName() -> String { TypingMessage.name }
    static let name = "shop:Typing"

    override static func persistentFlag() -> RCMessagePersistent { RCMessagePersistent(rawValue: 16)! }

    override func encode() -> Data! {
        try? JSONSerialization.data(withJSONObject: ["target": target, "since": 0 as Int])
    }
}
