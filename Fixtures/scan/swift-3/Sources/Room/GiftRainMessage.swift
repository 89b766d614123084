import Foundation
import RongIMLibCore

let GiftRainIdentifier = "Live:GiftRain"

@objcMembers
class GiftRainMessage: RCMessageContent, NSCoding {
    var giftId: String?
    var total: Int = 0
    var seconds: Int = 0

    override init() { super.init() }

    required init?(coder aDecoder: NSCoder) {
        super.init()
        giftId = aDecoder.decodeObject(forKey: "gid_archived") as? String
    }

    func encode(with aCoder: NSCoder) {
        aCoder.encode(giftId, forKey: "gid_archived")
    }

    override class func getObjectName() -> String! {
        return GiftRainIdentifier
    }

    override class func persistentFlag() -> RCMessagePersistent {
        return [.MessagePersistent_ISCOUNTED, .MessagePersistent_ISPERSISTED]
    }

    override func encode() -> Data! {
        var dict = [String: Any]()
        dict["giftId"] = giftId ?? ""
        dict["total"] = total
        dict.updateValue(seconds, forKey: "seconds")
        if let info = senderUserInfo {
            dict["user"] = encode(info)
        }
        return try? JSONSerialization.data(withJSONObject: dict, options: [])
    }

    override func decode(with data: Data!) {
        guard let data = data,
            let dict = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return }
        giftId = dict["giftId"] as? String
        total = dict["total"] as? Int ?? 0
        decodeUserInfo(dict["user"] as? [String: Any])
    }

    override func conversationDigest() -> String! { "[gift]" }

    override func getSearchableWords() -> [String]! { [giftId ?? ""] }
}
