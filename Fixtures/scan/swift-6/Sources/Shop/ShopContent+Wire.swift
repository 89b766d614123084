import Foundation

extension ShopContent {
    var objectName: String {
        switch self {
        case .gift: return "shop:Gift"
        case .offer: return "shop:Offer"
        case .recall: return "shop:Recall"
        }
    }

    var flags: Int {
        switch self {
        case .gift: 3
        case .offer: 1
        case .recall: 0
        }
    }

    init?(objectName: String, data: Data) {
        let decoder = JSONDecoder()
        switch objectName {
        case "shop:Gift":
            guard let gift = try? decoder.decode(Gift.self, from: data) else { return nil }
            self = .gift(gift)
        case "shop:Offer":
            guard let offer = try? decoder.decode(Offer.self, from: data) else { return nil }
            self = .offer(offer)
        case "shop:Recall":
            self = .recall
        default:
            return nil
        }
    }
}
