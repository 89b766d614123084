// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The answer of a chatroom service: a code, and the lists that the service returns (API-057).
///
/// ```swift
/// var answer = ChatroomAnswer(code: 200)
/// answer.rooms = [ChatroomInfo(id: "live-1", name: "Concert", time: "2024-05-01 12:00:00")]
/// answer.users = [ChatroomUser(id: "u1")]
/// ```
public struct ChatroomAnswer: Hashable, Sendable {
    /// The code: 200, or the code of a failure; nil if absent.
    public var code: Int?
    /// The description of a failure.
    public var message: String?
    /// The requested rooms.
    public var rooms: [ChatroomInfo]?
    /// The number of users in the room.
    public var total: Int?
    /// The users in the room, or those who are muted, blocked or protected: a list of objects or of ids, as it arrived.
    public var users: [ChatroomUser]?
    /// The message types with low priority.
    public var objectNames: [String]?
    /// The protected message types; the service spells the member `whitlistMsgType`.
    public var protectedTypes: [String]?
    /// The rooms that are kept alive.
    public var keptRooms: [String]?
    /// All other members, in order.
    public var unknownMembers = UnknownMembers()

    /// Creates an answer.
    public init(code: Int, message: String? = nil) {
        self.code = code
        self.message = message
    }
}

/// A room in an answer.
public struct ChatroomInfo: Hashable, Sendable, ContentObject {
    /// The id of the room: `chrmID`, or `chatroomID` in some examples.
    public var id: String?
    /// The name of the room.
    public var name: String?
    /// The time at which the room was created, as the service writes it: `2014-01-01 1:1:1`.
    public var time: String?
    /// All other members, in order.
    public var unknownMembers = UnknownMembers()

    /// Creates a room.
    public init(id: String, name: String, time: String) {
        self.id = id
        self.name = name
        self.time = time
    }

    /// Reads the object at the reader's position.
    public init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        let long = try reader.string("chatroomId")
        id = try reader.string("chrmId") ?? long
        name = try reader.string("name")
        time = try reader.string("time")
        unknownMembers = try reader.unknownMembers()
        unknownMembers.keep("chatroomId", as: "chrmId", for: id)
    }

    /// Writes the object.
    public func encode(to writer: inout ContentEncoder) {
        writer.open(unknownMembers)
        writer.member("chrmId", id)
        writer.member("name", name)
        writer.member("time", time)
        writer.close(unknownMembers)
    }
}

/// A user in an answer: an id, alone or with a time.
public struct ChatroomUser: Hashable, Sendable {
    /// The id of the user.
    public var id: String
    /// The time at which the user joined or at which a mute or block ends, as the service writes it, or nil if only the
    /// id arrived.
    public var time: String?
    /// Whether the member of the id is `userID`, as in lists of muted users, instead of `id`, as in lists of present
    /// users.
    public var isPenalty: Bool

    /// Creates a user.
    public init(id: String, time: String? = nil, isPenalty: Bool = false) {
        self.id = id
        self.time = time
        self.isPenalty = isPenalty
    }

    /// Creates a user from an element of a list, or returns nil if the element has no id.
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

    /// The element as JSON.
    var json: RawJSON {
        time != nil || isPenalty ? .object(["time": time, isPenalty ? "userId" : "id": id]) : id.json
    }
}

extension ChatroomAnswer: ObjectAnswer {
    /// Reads the object at the reader's position.
    public init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        code = try reader.integer("code", required: true)
        message = try reader.message()
        rooms = try reader.objects("chatRooms", as: ChatroomInfo.self)
        total = try reader.integer("total")
        users = try reader.any("users")?.elements?.compactMap(ChatroomUser.init)
        objectNames = try reader.strings("objectNames")
        protectedTypes = try reader.strings("whitlistMsgType")
        keptRooms = try reader.strings("chatroomIds")
        unknownMembers = try reader.unknownMembers(besides: message)
    }

    /// Writes the object.
    public func encode(to writer: inout ContentEncoder) {
        writer.open(unknownMembers)
        writer.member("code", code)
        writer.member("errorMessage", message)
        writer.member("chatRooms", rooms)
        writer.member("total", total)
        writer.member("users", users?.map(\.json).json)
        writer.member("objectNames", objectNames)
        writer.member("whitlistMsgType", protectedTypes)
        writer.member("chatroomIds", keptRooms)
        writer.close(unknownMembers)
    }
}
