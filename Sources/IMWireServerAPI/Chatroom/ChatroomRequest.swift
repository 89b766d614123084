// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A request to one of the chatroom services (API-055).
///
/// ```swift
/// let request = ChatroomRequest(.mute, room: "live-1", users: ["u7"], minutes: 10)
/// let body = try request.encoded()        // userId=u7&chatroomId=live-1&minute=10
/// ```
public struct ChatroomRequest: FormRequest, Hashable {
    /// A room to be made.
    public struct Room: Hashable, Sendable {
        /// Its id: 1 to 64 bytes.
        public var id: String
        /// Its name: 1 to 64 bytes.
        public var name: String

        /// Names a room.
        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }

        /// Whether the service takes it (API-056).
        var isAcceptable: Bool {
            (1...64).contains(id.utf8.count) && (1...64).contains(name.utf8.count)
        }
    }

    /// The order in which users are listed.
    @nonexhaustive
    public enum Order: Int64, Hashable, Sendable {
        /// Who came first comes first.
        case oldestFirst = 1
        /// Who came last comes first.
        case newestFirst = 2
    }

    /// The service.
    public var endpoint: ChatroomEndpoint
    /// Rooms to be made, for ``ChatroomEndpoint/create``.
    public var newRooms: [Room] = []
    /// The rooms that it is about: one, or several where the service takes more.
    public var rooms: [String] = []
    /// The users that it is about.
    public var users: [String] = []
    /// For how long, where a mute or block ends by itself.
    public var minutes: Int64?
    /// How many users to list.
    public var count: Int64?
    /// In which order to list them.
    public var order: Order?
    /// The message types that it is about.
    public var objectNames: [ObjectName] = []
    /// The fields that arrived beside the known ones, in their order (API-023).
    public var unknownFields: [FormField] = []

    /// The path that it is posted to.
    public var path: String { endpoint.rawValue }

    /// Creates a request that makes rooms.
    public init(creating rooms: [Room]) {
        endpoint = .create
        newRooms = rooms
    }

    /// Creates a request about one room, users in it, or users everywhere.
    public init(_ endpoint: ChatroomEndpoint, room: String? = nil, users: [String] = [], minutes: Int64? = nil) {
        self.endpoint = endpoint
        rooms = room.map { [$0] } ?? []
        self.users = users
        self.minutes = minutes
    }

    /// Creates a request about several rooms.
    public init(_ endpoint: ChatroomEndpoint, rooms: [String]) {
        self.endpoint = endpoint
        self.rooms = rooms
    }

    /// Creates a request about message types.
    public init(_ endpoint: ChatroomEndpoint, objectNames: [ObjectName]) {
        self.endpoint = endpoint
        self.objectNames = objectNames
    }

    /// Asks who is in a room.
    public init(usersIn room: String, count: Int64, order: Order) {
        endpoint = .users
        rooms = [room]
        self.count = count
        self.order = order
    }
}

extension ChatroomRequest {
    /// The field of the message types: two services spell it differently.
    private var typesField: String {
        endpoint == .protectTypes || endpoint == .unprotectTypes ? "objectnames" : "objectName"
    }

    /// The request's fields.
    ///
    /// - Throws: `encode.field`, `encode.size`.
    public func form() throws(EncodeError) -> Form {
        var writer = FormWriter(endpoint.rules)
        // Each is put in the order of the endpoint's fields; none may be set that it does not have.
        let usersFirst = endpoint.rules.first?.name == "userId"
        if usersFirst { try writer.put("userId", users) }
        try writer.put("chatroomId", rooms)
        if !usersFirst { try writer.put("userId", users) }
        try writer.put("minute", minutes)
        try writer.put("count", count)
        try writer.put("order", order?.rawValue)
        try writer.put(typesField, objectNames.map(\.rawValue))
        guard newRooms.isEmpty == (endpoint != .create) else { throw EncodeError(.field, path: "/chatroom") }
        var created: [FormField] = []
        for room in newRooms {
            guard room.isAcceptable else { throw EncodeError(.field, path: "/chatroom") }
            created.append(FormField("chatroom[\(room.id)]", room.name))
        }
        return writer.finish(created + unknownFields)
    }

    /// Reads a request that came to a service.
    ///
    /// - Throws: `form.*`, `limit.*`.
    public init(
        _ endpoint: ChatroomEndpoint, decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient,
        limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        self.endpoint = endpoint
        var reader = try FormReader(bytes, endpoint.rules, mode, limits)
        rooms = try reader.values("chatroomId")
        users = try reader.values("userId")
        minutes = try reader.integer("minute")
        count = try reader.integer("count")
        order = try reader.integer("order").flatMap(Order.init)
        objectNames = try reader.values(typesField).map(ObjectName.init)
        for scanned in reader.scannedRest {
            if endpoint == .create, let room = ChatroomRequest.room(scanned.field) {
                if mode == .strict, !room.isAcceptable {
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

    /// A room in a field `chatroom[id]=name` (API-056).
    private static func room(_ field: FormField) -> Room? {
        let prefix = "chatroom["
        guard field.name.utf8.starts(with: prefix.utf8), field.name.utf8.last == 0x5d else { return nil }
        let id = field.name.utf8.dropFirst(prefix.utf8.count).dropLast()
        return id.isEmpty ? nil : Room(id: String(decoding: id, as: UTF8.self), name: field.value)
    }
}
