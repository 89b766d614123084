import RongIMLib

struct SongContent: Codable {
    let songId: String
    let singer: String
    let seconds: Int?
}

final class PartySong: RCMessageContent {
    var content: SongContent?

    override func encode() -> Data! { try? JSONEncoder().encode(content) }

    override func decode(with data: Data!) {
        content = try? JSONDecoder().decode(SongContent.self, from: data)
    }

    override static func getObjectName() -> String! { "party:Song" }

    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_NONE }
}
