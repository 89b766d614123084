// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A request to one of the chatroom services (API-055).
///
/// ```swift
/// let request = ChatroomRequest(.mute, room: "live-1", users: ["u7"], minutes: 10)
/// let body = try request.form().encoded()  // userId=u7&chatroomId=live-1&minute=10
/// ```
public struct ChatroomRequest: FormRequest, Hashable {
    /// A room to be created.
    ///
    /// ```swift
    /// let request = ChatroomRequest(creating: [ChatroomRequest.Room(id: "live-1", name: "Concert")])
    /// ```
    public struct Room: Hashable, Sendable {
        /// The id of the room: 1 to 64 bytes.
        public var id: String
        /// The name of the room: 1 to 64 bytes.
        public var name: String

        /// Creates a room from its id and name.
        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }

        /// Whether the service accepts the room (API-056).
        var isAcceptable: Bool {
            (1...64).contains(id.utf8.count) && (1...64).contains(name.utf8.count)
        }
    }

    /// The order in which users are listed.
    @nonexhaustive
    public enum Order: Int64, Hashable, Sendable {
        /// Users who joined earlier are listed first.
        case oldestFirst = 1
        /// Users who joined later are listed first.
        case newestFirst = 2
    }

    /// The service to which the request is posted.
    public var endpoint: ChatroomEndpoint
    /// The rooms to be created, for ``ChatroomEndpoint/create``.
    public var newRooms: [Room] = []
    /// The ids of the rooms: one, or several if the service accepts more.
    public var rooms: [String] = []
    /// The ids of the users.
    public var users: [String] = []
    /// The duration of a mute or block in minutes, for services where it expires.
    public var minutes: Int64?
    /// The number of users to list.
    public var count: Int64?
    /// The order in which to list users.
    public var order: Order?
    /// The message types.
    public var objectNames: [ObjectName] = []
    /// All other fields that arrived, in order (API-023).
    public var unknownFields: [FormField] = []

    /// The path to which the request is posted.
    public var path: String { endpoint.rawValue }

    /// Creates a request that creates rooms.
    public init(creating rooms: [Room]) {
        endpoint = .create
        newRooms = rooms
    }

    /// Creates a request for one room, for users in it, or for users in all rooms.
    public init(_ endpoint: ChatroomEndpoint, room: String? = nil, users: [String] = [], minutes: Int64? = nil) {
        self.endpoint = endpoint
        rooms = room.map { [$0] } ?? []
        self.users = users
        self.minutes = minutes
    }

    /// Creates a request for several rooms.
    public init(_ endpoint: ChatroomEndpoint, rooms: [String]) {
        self.endpoint = endpoint
        self.rooms = rooms
    }

    /// Creates a request for message types.
    public init(_ endpoint: ChatroomEndpoint, objectNames: [ObjectName]) {
        self.endpoint = endpoint
        self.objectNames = objectNames
    }

    /// Creates a request that lists the users in a room.
    public init(usersIn room: String, count: Int64, order: Order) {
        endpoint = .users
        rooms = [room]
        self.count = count
        self.order = order
    }
}

extension ChatroomRequest {
    /// The name of the message type field, which two services spell differently.
    private var typesField: String {
        endpoint == .protectTypes || endpoint == .unprotectTypes ? "objectnames" : "objectName"
    }

    /// Returns the fields of the request.
    ///
    /// - Throws: `encode.field`, `encode.size`.
    public func form() throws(EncodeError) -> URLEncodedForm {
        var writer = FormEncoder(endpoint.rules)
        // The fields are written in the endpoint's order; setting one that the endpoint does not have is an error.
        let usersFirst = endpoint.rules.first?.name == "userId"
        if usersFirst { try writer.append("userId", users) }
        try writer.append("chatroomId", rooms)
        if !usersFirst { try writer.append("userId", users) }
        try writer.append("minute", minutes)
        try writer.append("count", count)
        try writer.append("order", order?.rawValue)
        try writer.append(typesField, objectNames.map(\.rawValue))
        guard newRooms.isEmpty == (endpoint != .create) else { throw EncodeError(.field, path: "/chatroom") }
        var created: [FormField] = []
        for room in newRooms {
            guard room.isAcceptable else { throw EncodeError(.field, path: "/chatroom") }
            created.append(FormField("chatroom[\(room.id)]", room.name))
        }
        return writer.finish(created + unknownFields)
    }

    /// Reads a request received by a service.
    ///
    /// - Throws: `form.*`, `limit.*`.
    public init(
        _ endpoint: ChatroomEndpoint, decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient,
        limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        self.endpoint = endpoint
        var reader = try FormDecoder(bytes, endpoint.rules, mode, limits, isService: true)
        rooms = try reader.values("chatroomId")
        users = try reader.values("userId")
        minutes = try reader.integer("minute")
        count = try reader.integer("count")
        order = try reader.integer("order").flatMap(Order.init)
        objectNames = try reader.values(typesField).map(ObjectName.init)
        for scanned in reader.scannedRest {
            if endpoint == .create, let room = ChatroomRequest.room(scanned.field) {
                if !room.isAcceptable {
                    throw DecodeError(.formValue, offset: scanned.start, path: "/chatroom")
                }
                newRooms.append(room)
            } else {
                unknownFields.append(scanned.field)
            }
        }
        if endpoint == .create, newRooms.isEmpty {
            throw DecodeError(.formMissing, offset: bytes.count, path: "/chatroom")
        }
    }

    /// Returns the room in a field `chatroom[id]=name`, or nil if the field has another name (API-056).
    private static func room(_ field: FormField) -> Room? {
        let prefix = "chatroom["
        guard field.name.utf8.starts(with: prefix.utf8), field.name.utf8.last == UInt8(ascii: "]") else { return nil }
        let id = field.name.utf8.dropFirst(prefix.utf8.count).dropLast()
        return Room(id: String(decoding: id, as: UTF8.self), name: field.value)
    }
}
