import RongIMLib

extension RCMessageContent {
    static let namespace = "ST"
}

@objcMembers
public class LikeMessage: RCMessageContent {
    public var count = 0
    public var emoji: String?

    public override class func getObjectName() -> String! { return "\(namespace):Like" }
    public override class func persistentFlag() -> RCMessagePersistent { return .MessagePersistent_NONE }

    public override func encode() -> Data! {
        let dict = NSMutableDictionary()
        dict.setValue(count, forKey: "count")
        dict["emoji"] = emoji
        dict.setObject(["uid": uid] as NSDictionary, forKey: "liker" as NSString)
        return try! JSONSerialization.data(withJSONObject: dict, options: [])
    }

    public override func decode(with data: Data!) {
        let json = JSON(data!)
        count = json["count"].intValue
        emoji = json["emoji"].string
        uid = json["liker"]["uid"].stringValue
    }
}

final class ShareMessage: RCMessageContent, @unchecked Sendable {
    struct Body: Codable {
        let url: String
        let title, cover: String?
        enum CodingKeys: String, CodingKey {
            case url = "link"
            case title
            case cover
        }
    }
    var body: Body!

    static var typeName: String { "ST:Share" }
    override class func getObjectName() -> String { typeName }
    override class func persistentFlag() -> RCMessagePersistent { [.MessagePersistent_ISCOUNTED] }
    override func encode() -> Data { try! JSONEncoder().encode(body) }
    override func decode(with data: Data) { body = try? JSONDecoder().decode(Body.self, from: data) }
}
