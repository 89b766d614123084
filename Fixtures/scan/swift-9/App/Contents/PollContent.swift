import RongIMLib

struct Poll: Codable {
    let pollId: String
    let choiceCount: Int
    let closesAt: Double?
}

final class PollMessage: RCMessageContent {
    var poll: Poll?

    override class func getObjectName() -> String { "quiz:Poll" }

    override func encode() -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        guard let poll, let data = try? encoder.encode(poll) else { return Data() }
        return data
    }

    override func decode(with data: Data) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        poll = try? decoder.decode(Poll.self, from: data)
    }
}

final class ScoreMessage: RCMessageContent {
    var score = 0
    var round = ""

    override class func getObjectName() -> String { "quiz:Score" }

    override func encode() -> Data {
        var json: [String: Any] = [:]
        for child in Mirror(reflecting: self).children {
            guard let label = child.label else { continue }
            json[label] = child.value
        }
        return (try? JSONSerialization.data(withJSONObject: json)) ?? Data()
    }
}
