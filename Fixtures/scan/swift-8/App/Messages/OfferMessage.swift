import RongIMLibCore

final class OfferMessage: RCMessageContent {
    var offer = Offer()

    struct Offer: Codable {
        var offerId = ""
        var price = 0
        var currency: Currency = .euro
        var note: String?
    }

    enum Currency: Int, Codable {
        case euro = 1
        case dollar = 2
        case yuan = 5
    }

    override class func getObjectName() -> String { "shop:Offer" }

    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_ISCOUNTED }

    override func encode() -> Data { (try? JSONEncoder().encode(offer)) ?? Data() }

    override func decode(with data: Data) {
        guard let offer = try? JSONDecoder().decode(Offer.self, from: data) else { return }
        self.offer = offer
    }

    override func getSearchableWords() -> [String] { [offer.note ?? ""] }
}
