import Foundation

/// What a room hears.
enum LiveEvent {
    case gift(id: String, count: Int, note: String?)
    case like(count: Int)
    case kick(Kick)
    case closed
}

struct Kick: Codable {
    var userId: String
    var seconds: Int?
}

extension LiveEvent {
    var objectName: String {
        switch self {
        case .gift: "live:Gift"
        case .like: "live:Like"
        case .kick: "live:Kick"
        case .closed: "live:Closed"
        }
    }

    var flag: Int {
        switch self {
        case .gift, .kick: 3
        case .like: 16
        case .closed: 0
        }
    }

    var json: [String: Any] {
        switch self {
        case .gift(let id, let count, let note):
            var json: [String: Any] = ["giftId": id, "count": count]
            if let note { json["note"] = note }
            return json
        case let .like(count):
            return ["number": count]
        case .kick(let kick):
            return ["userId": kick.userId, "seconds": kick.seconds ?? 60]
        case .closed:
            return [:]
        }
    }
}
