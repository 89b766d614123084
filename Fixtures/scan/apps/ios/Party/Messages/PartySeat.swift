import RongIMLib

final class PartySeat: RCMessageContent {
    var index = 0
    var userId = ""
    var muted = false

    override func encode() -> Data! {
        let json: [String: Any] = ["index": index, "userId": userId, "muted": muted]
        return try? JSONSerialization.data(withJSONObject: json)
    }

    override func decode(with data: Data!) {
        guard let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else { return }
        index = json["index"] as? Int ?? 0
        userId = json["userId"] as? String ?? ""
        muted = json["muted"] as? Bool ?? false
    }

    override static func getObjectName() -> String! { "party:Seat" }

    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_NONE }
}
