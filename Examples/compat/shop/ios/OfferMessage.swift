struct Offer: Codable {
    let offerId: String
    let price: Int
    let note: String?
}

final class OfferMessage: RCMessageContent {
    var content: Offer?

    override func encode() -> Data! { try? JSONEncoder().encode(content) }

    override func decode(with data: Data!) {
        content = try? JSONDecoder().decode(Offer.self, from: data)
    }

    override static func getObjectName() -> String! { "shop:Offer" }

    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_ISCOUNTED }
}
