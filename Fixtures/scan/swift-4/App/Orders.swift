import RongIMLibCore

class OrderMessage: RCMessageContent {
    private enum Key {
        static let id = "order_id"
        static let state = "state"
    }

    private static let name = "sw:" + "Order"

    @objc var orderId = ""
    @objc var state = 0

    override class func getObjectName() -> String? { Self.name }

    override class func persistentFlag() -> RCMessagePersistent {
        RCMessagePersistent(rawValue: RCMessagePersistent.MessagePersistent_ISPERSISTED.rawValue) ?? []
    }

    override func encode() -> Data? {
        let payload: NSMutableDictionary = [:]
        payload[Key.id] = orderId
        payload[Key.state] = state
        payload.setValue(extra, forKey: "extra")
        return try? JSONSerialization.data(withJSONObject: payload)
    }

    override func decode(with data: Data?) {
        guard let data, let json = try? JSONSerialization.jsonObject(with: data) as? NSDictionary else { return }
        orderId = json.value(forKey: Key.id) as? String ?? ""
        state = json.object(forKey: Key.state) as? Int ?? 0
        note = json["note"] as? String
    }
}

struct Server {
    func tell(_ user: String) async throws {
        let form = ["fromUserId": "shop", "toUserId": user, "objectName": "sw:Tell", "content": #"{"why":1,"when":2}"#]
        try await post(form)
    }
}
