import RongIMLibCore

enum OrderStage: String, Codable {
    case placed
    case shipped = "on_the_way"
}

struct OrderNotice: Codable {
    struct Line: Codable {
        let sku: String
        let count: Int?
    }

    enum CodingKeys: String, CodingKey {
        case orderId = "order_id"
        case stage
        case lines = "items"
    }

    let orderId: String
    let stage: OrderStage
    let lines: [Line]
}

final class OrderNoticeMessage: RCMessageContent {
    var notice: OrderNotice?

    override func encode() -> Data! {
        guard let notice = notice else { return Data() }
        return try? JSONEncoder().encode(notice)
    }

    override func decode(with data: Data!) {
        notice = try? JSONDecoder().decode(OrderNotice.self, from: data)
    }

    override static func getObjectName() -> String {
        return "market:Order"
    }

    override static func persistentFlag() -> RCMessagePersistent {
        return [.MessagePersistent_ISCOUNTED, .MessagePersistent_ISPERSISTED]
    }
}
