import RongIMLibCore

class GroupTradeMessage: RCMessageContent {
    static let groupOperationOpen = "openTrade"
    static let groupOperationClose = "closeTrade"

    private static let typeName = "market:GrpTrade"

    var operation = ""
    var price = 0
    var remark: String?
    var hall: String?

    override func encode() -> Data! {
        var json: [String: Any] = ["operation": operation]
        json["price"] = price
        if let remark = remark {
            json["remark"] = remark
        }
        json["shop"] = shopInfo()
        if let sender = senderUserInfo {
            json["user"] = encode(sender)
        }
        addClock(&json)
        return try? JSONSerialization.data(withJSONObject: json)
    }

    private func shopInfo() -> [String: Any] {
        return ["city": "", "floor": 1]
    }

    private func addClock(_ json: inout [String: Any]) {
        json["sentAt"] = Int(Date().timeIntervalSince1970)
    }

    override func decode(with data: Data!) {
        guard let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else { return }
        operation = json["operation"] as? String ?? ""
        price = json["price"] as? Int ?? 0
        remark = json["remark"] as? String
        hall = (json["venue"] as? [String: Any])?["hall"] as? String
    }

    override class func getObjectName() -> String! { typeName }

    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_NONE }
}
