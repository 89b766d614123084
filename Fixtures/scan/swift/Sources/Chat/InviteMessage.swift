import RongIMLibCore

/// An invitation. `getObjectName` used to return "App:OldInvite".
final class InviteMessage: RCMessageContent {
    var room = ""
    var host: String?
    var seats: Int = 0

    override class func getObjectName() -> String! {
        return MessageName.invite
    }

    override class func persistentFlag() -> RCMessagePersistent {
        return [.MessagePersistent_ISPERSISTED, .MessagePersistent_ISCOUNTED]
    }

    override func encode() -> Data! {
        var dictionary: [String: Any] = [
            "room": room,
            "seats": seats,
        ]
        if let host {
            dictionary["host"] = host
        }
        /* dictionary["password"] = password /* never */ dictionary["pin"] = pin */
        var theme: [String: Any] = [:]
        theme["colour"] = "red"
        dictionary["theme"] = theme
        print("encoding \(dictionary["room"] ?? "App:None")")
        return try? JSONSerialization.data(withJSONObject: dictionary)
    }

    override func decode(with data: Data!) {
        guard let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else { return }
        room = json["room"] as? String ?? ""
        host = json["host"] as? String
        seats = (json["seats"] as? NSNumber)?.intValue ?? 0
        if let user = json["user"] as? [String: Any] {
            let level = user["level"]
        }
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        room = coder.decodeObject(forKey: "archivedRoom") as? String ?? ""
    }
}
