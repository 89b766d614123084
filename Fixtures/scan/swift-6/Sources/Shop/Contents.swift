/// What the shop sends.
enum ShopContent {
    case gift(Gift)
    case offer(Offer)
    case recall
}

struct Gift: Codable {
    var giftId: String
    var number: Int
    var wrapping: Wrapping?

    struct Wrapping: Codable {
        var color: String
        var ribbon: Bool
    }
}

struct Offer: Codable {
    var offerId: String
    var price: Double
    var validUntil: Int?
    var tags: [String]
}
