// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The answer of a chatroom service: a code, and the lists that the service has (API-057).
public struct ChatroomAnswer: Hashable, Sendable {
    /// 200, or what went wrong; nil where it did not come.
    public var code: Int?
    /// What went wrong, in words.
    public var message: String?
    /// The rooms that were asked for.
    public var rooms: [ChatroomInfo]?
    /// How many users are in the room.
    public var total: Int?
    /// Users who are in the room, muted, kept out or protected: a list of objects or of ids, as it came.
    public var users: [ChatroomUser]?
    /// Types of low priority.
    public var objectNames: [String]?
    /// Types that are protected; the service spells the member `whitlistMsgType`.
    public var protectedTypes: [String]?
    /// Rooms that are kept.
    public var keptRooms: [String]?
    /// The other members, in their order.
    public var unknownMembers = UnknownMembers()

    /// Creates an answer.
    public init(code: Int, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// Reads an answer.
    ///
    /// - Throws: `json.*`, `content.type`, `field.*`, `limit.*`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = .answers
    ) throws(DecodeError) {
        self = try ChatroomAnswer.decodeAlone(bytes, mode: mode, limits: limits).content
    }

    /// The answer's bytes.
    public func encoded() -> [UInt8] { json }
}

/// A room in an answer.
public struct ChatroomInfo: Hashable, Sendable, ContentObject {
    /// Its id: `chrmId`, or `chatroomId` in some examples.
    public var id: String?
    /// Its name.
    public var name: String?
    /// When it was made, as the service writes it: `2014-01-01 1:1:1`.
    public var time: String?
    /// The other members, in their order.
    public var unknownMembers = UnknownMembers()

    /// Describes a room.
    public init(id: String, name: String, time: String) {
        self.id = id
        self.name = name
        self.time = time
    }

    /// Reads the object at which `reader` stands.
    public init(decoding reader: inout ContentReader) throws(DecodeError) {
        let long = try reader.string("chatroomId")
        id = try reader.string("chrmId") ?? long
        name = try reader.string("name")
        time = try reader.string("time")
        unknownMembers = try reader.unknownMembers()
        unknownMembers.keep("chatroomId", as: "chrmId", for: id)
    }

    /// Writes the object.
    public func encode(to writer: inout ContentWriter) {
        writer.open(unknownMembers)
        writer.member("chrmId", id)
        writer.member("name", name)
        writer.member("time", time)
        writer.close(unknownMembers)
    }
}

/// A user in an answer: an id alone, or one with a time.
public struct ChatroomUser: Hashable, Sendable {
    /// The user's id.
    public var id: String
    /// When the user came in, or may write or come in again, as the service writes it; nil where only the id came.
    public var time: String?
    /// Whether the id's member is `userId`, as in lists of the muted, and not `id`, as in lists of who is there.
    public var isPenalty: Bool

    /// Describes a user.
    public init(id: String, time: String? = nil, isPenalty: Bool = false) {
        self.id = id
        self.time = time
        self.isPenalty = isPenalty
    }

    /// Reads an element of a list; nil where it names nobody.
    init?(_ json: RawJSON) {
        if let id = json.string {
            self.init(id: id)
        } else if let id = json["userId"]?.string {
            self.init(id: id, time: json["time"]?.string, isPenalty: true)
        } else if let id = json["id"]?.string {
            self.init(id: id, time: json["time"]?.string)
        } else {
            return nil
        }
    }

    /// The element's text.
    var text: String {
        guard time != nil || isPenalty else { return RawJSON(id).text }
        let time = time.map { #""time":\#(RawJSON($0).text),"# } ?? ""
        return "{\(time)\"\(isPenalty ? "userId" : "id")\":\(RawJSON(id).text)}"
    }
}

extension ChatroomAnswer: ContentObject {
    /// Reads the object at which `reader` stands.
    public init(decoding reader: inout ContentReader) throws(DecodeError) {
        code = try reader.integer("code", required: true)
        message = try reader.message()
        rooms = try reader.objects("chatRooms", as: ChatroomInfo.self)
        total = try reader.integer("total")
        users = try reader.any("users")?.elements?.compactMap(ChatroomUser.init)
        objectNames = try reader.strings("objectNames")
        protectedTypes = try reader.strings("whitlistMsgType")
        keptRooms = try reader.strings("chatroomIds")
        unknownMembers = try reader.unknownMembers()
        unknownMembers.keep("msg", as: "errorMessage", for: message)
    }

    /// Writes the object.
    public func encode(to writer: inout ContentWriter) {
        writer.open(unknownMembers)
        writer.member("code", code)
        writer.member("errorMessage", message)
        writer.member("chatRooms", rooms)
        writer.member("total", total)
        if let users {
            writer.member("users", RawJSON(scanned: "[" + users.map(\.text).joined(separator: ",") + "]"))
        }
        writer.member("objectNames", objectNames)
        writer.member("whitlistMsgType", protectedTypes)
        writer.member("chatroomIds", keptRooms)
        writer.close(unknownMembers)
    }
}
