import RongIMLib

struct OrderContent: Codable {
    struct Sender: Codable {
        let uid: String
        let nickname: String
    }

    let orderNo: String
    let amount: Double
    let sender: Sender
}

final class PartyOrder: RCMessageContent {
    var order: OrderContent?

    override func encode() -> Data! { try? JSONEncoder().encode(order) }

    override func decode(with data: Data!) {
        order = try? JSONDecoder().decode(OrderContent.self, from: data)
    }

    override static func getObjectName() -> String! { "party:Order" }

    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_ISCOUNTED }
}
