// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues
import NIOCore

/// The users of a chatroom scenario: one connection for each, and the pulls that a client makes by itself (RMTP-196).
///
/// Users and rooms have their names in the scenario here, and their names in the run on the wire.
final class LiveRoomClients: LiveWatcher {
    /// A message that is delivered to a user.
    struct Delivery {
        var user: String
        var room: String
        /// The members `id`, `from` and `message`, as the machine represents them.
        var entry: RawJSON
    }

    private struct Member {
        let number: Int
        var isAccepted = false
        var lastID = 0
        /// The ids of the queries and messages that wait for an answer.
        var asked: Set<Int> = []
        var answers: [Int: RawJSON] = [:]
        /// The rooms of the pulls that wait for an answer, by message id.
        var pulls: [Int: String] = [:]
        var rooms: [String: Room] = [:]
    }

    /// A room that a user has joined.
    private struct Room {
        /// The time up to which messages have been pulled.
        var time: Int64
        /// The latest time that was announced.
        var announced: Int64 = 0
        var seen: Set<String> = []
    }

    /// A closure that is called with each message delivered to a user.
    var onDelivery: (Delivery) throws -> Void = { _ in }
    private(set) var trace = LiveTrace()
    let stage: LiveStage
    private let names: LiveNames
    let interval: TimeAmount?
    private var members: [String: Member] = [:]
    private var users: [Int: String] = [:]
    var lastBeat = NIODeadline.now()

    init(_ stage: LiveStage, _ names: LiveNames) {
        self.stage = stage
        self.names = names
        // At most half of the time that a service waits for a packet (RMTP-229).
        interval = .milliseconds(min(15_000, 60_000 / stage.setting.speed))
    }

    // MARK: Requests

    /// Returns whether a user has joined a room, as far as the user knows.
    func isIn(_ user: String, _ room: String) -> Bool { members[user]?.rooms[room] != nil }

    /// Records that a user is no longer in a room.
    func forget(_ user: String, _ room: String) { members[user]?.rooms[room] = nil }

    /// Records that a room no longer exists.
    func forget(_ room: String) {
        for user in members.keys { forget(user, room) }
    }

    /// Records that a user has joined a room and pulled its messages.
    func enter(_ user: String, _ room: String, _ answer: RawJSON) {
        let ids = LiveRoomClients.list(answer).compactMap { $0["msgId"]?.string }
        members[user]?.rooms[room] = Room(
            time: answer["body"]?["value"]?["syncTime"]?.number?.int64 ?? 0, seen: Set(ids))
    }

    /// Sends a QUERY and returns its QUERYACK.
    func ask(_ user: String, _ topic: String, _ room: String, _ body: RawJSON) async throws -> RawJSON {
        try await send(user, [("packet", "QUERY"), ("topic", RawJSON(topic))], room, body)
    }

    /// Sends a message to a room and returns its PUBACK.
    func publish(_ user: String, _ room: String, _ body: RawJSON) async throws -> RawJSON {
        try await send(user, [("packet", "PUBLISH"), ("qos", .integer(1)), ("topic", "chatMsg")], room, body)
    }

    private func send(
        _ user: String, _ packet: [(name: String, value: RawJSON)], _ room: String, _ body: RawJSON
    ) async throws -> RawJSON {
        try await connect(user)
        let id = try await write(user, packet, room, body)
        members[user]?.asked.insert(id)
        try await wait("an answer to \(user)") { members[user]?.answers[id] != nil }
        return members[user]?.answers.removeValue(forKey: id) ?? .null
    }

    private func write(
        _ user: String, _ packet: [(name: String, value: RawJSON)], _ room: String, _ body: RawJSON
    ) async throws -> Int {
        guard let number = members[user]?.number else { return 0 }
        members[user]?.lastID += 1
        let id = members[user]?.lastID ?? 0
        let json = RawJSON.object(packet + [("targetId", RawJSON(names.name(room))), ("messageId", .integer(id))])
        try await stage.send(.object([("packet", json), ("body", body)]), number, isChopped: false)
        return id
    }

    func connect(_ user: String) async throws {
        if members[user] != nil { return }
        let number = members.count + 1
        members[user] = Member(number: number)
        users[number] = user
        try await stage.connect(number, user: names.name(user), isWrong: false)
        try await wait("a CONNACK for \(user)") { members[user]?.isAccepted ?? false }
    }

    // MARK: Arrivals

    func beat() async throws {
        for (_, member) in members where member.isAccepted && stage.isOpen(member.number) {
            let ping = RawJSON.object([("packet", .object([("packet", "PINGREQ")]))])
            try await stage.send(ping, member.number, isChopped: false)
        }
    }

    func name(of connection: Int) -> String? { users[connection].map { "the connection of \($0)" } }

    func handleOpening(_ channel: any Channel, _ release: LiveRelease?, serial: Int, _ time: NIODeadline) {}

    func handle(
        _ messages: [RawJSON], beats: Int, deviations: [String], on connection: Int, _ time: NIODeadline
    ) {}

    func handleClose(of connection: Int, _ time: NIODeadline) throws {
        throw LiveFailure("\(name(of: connection) ?? "") closed unexpectedly")
    }

    func handle(_ action: RawJSON, on connection: Int, _ time: NIODeadline) async throws {
        guard let user = users[connection] else { return }
        trace.add(action, on: members[user]?.number ?? 0)
        let packet = action["packet"] ?? .null
        let id = packet["messageId"]?.number?.int64.map { Int($0) } ?? 0
        switch packet["packet"]?.string {
        case "CONNACK":
            guard packet["status"]?.number?.int64 == 0, packet["userId"]?.string == names.name(user) else {
                throw LiveFailure("\(user) was refused: \(LiveFailure.shown(packet))")
            }
            members[user]?.isAccepted = true
        case "PUBACK", "QUERYACK":
            if let room = members[user]?.pulls.removeValue(forKey: id) { return try pulled(action, user, room) }
            guard members[user]?.asked.remove(id) != nil else {
                throw LiveFailure("\(user) received an answer without a request: \(LiveFailure.shown(packet))")
            }
            members[user]?.answers[id] = action
        case "PUBLISH":
            if packet["qos"]?.number?.int64 ?? 0 > 0, let number = members[user]?.number {
                let receipt = RawJSON.object([("packet", "PUBACK"), ("messageId", .integer(id))])
                try await stage.send(.object([("packet", receipt)]), number, isChopped: false)
            }
            try await published(action, user)
        case "PINGRESP": break
        default: throw LiveFailure("\(user) received something unexpected: \(LiveFailure.shown(packet))")
        }
    }

    /// Handles a PUBLISH: delivers its message, or pulls what a notification announces.
    private func published(_ action: RawJSON, _ user: String) async throws {
        let value = action["body"]?["value"] ?? .null
        switch action["packet"]?["topic"]?.string {
        case "s_msg": try deliver(value, user, value["groupId"]?.string ?? "")
        case "s_ntf" where value["type"]?.number?.int64 == 2:
            let room = names.original(value["chrmId"]?.string ?? "")
            guard let known = members[user]?.rooms[room] else {
                throw LiveFailure("\(user) was notified of a message in \(room) without being a member")
            }
            let time = value["time"]?.number?.int64 ?? 0
            if time <= known.time { return }  // RMTP-196
            members[user]?.rooms[room]?.announced = max(known.announced, time)
            let id = try await write(
                user, [("packet", "QUERY"), ("topic", "chrmPull")], room, LiveRoomClients.pull(known.time, 50))
            members[user]?.pulls[id] = room
        default: throw LiveFailure("\(user) received something unexpected: \(LiveFailure.shown(action))")
        }
    }

    private func pulled(_ action: RawJSON, _ user: String, _ room: String) throws {
        guard let known = members[user]?.rooms[room] else { return }
        guard action["packet"]?["status"]?.number?.int64 == 0 else {
            throw LiveFailure("\(user) cannot pull \(room): \(LiveFailure.shown(action))")
        }
        let time = action["body"]?["value"]?["syncTime"]?.number?.int64 ?? 0
        // Otherwise a client would repeat the pull without end.
        guard time >= known.announced else {
            throw LiveFailure("the syncTime \(time) of \(room) precedes the announced time \(known.announced)")
        }
        members[user]?.rooms[room]?.time = max(known.time, time)
        for message in LiveRoomClients.list(action) { try deliver(message, user, names.name(room)) }
    }

    private func deliver(_ message: RawJSON, _ user: String, _ place: String) throws {
        let room = names.original(place)
        let id = message["msgId"]?.string ?? ""
        guard members[user]?.rooms[room]?.seen.insert(id).inserted ?? true else { return }
        let entry = entry(message)
        // The sender's own message in a pull is not a distribution.
        if entry["from"]?.string == user { return }
        try onDelivery(Delivery(user: user, room: room, entry: entry))
    }

    /// Returns a message of a pull as the machine represents it.
    func entry(_ message: RawJSON) -> RawJSON {
        let content = message["content"]?.string.flatMap { Base64.decode($0) } ?? []
        let body = RawJSON.object([
            ("objectName", message["classname"] ?? ""), ("content", RawJSON(line: content) ?? .null),
        ])
        return .object([
            ("id", message["msgId"] ?? ""), ("from", RawJSON(names.original(message["fromUserId"]?.string ?? ""))),
            ("message", body),
        ])
    }

    /// Returns the body of a message of a user.
    static func message(_ objectName: RawJSON, _ content: String) -> RawJSON {
        let value = RawJSON.object([
            ("sessionId", .integer(3)), ("classname", objectName),
            ("content", RawJSON(Base64.encode(Array(content.utf8)))),
        ])
        return .object([("message", "UpStreamMessage"), ("value", value)])
    }

    /// Returns the messages of an answer to `chrmPull`.
    static func list(_ answer: RawJSON) -> [RawJSON] { answer["body"]?["value"]?["list"]?.elements ?? [] }

    /// Returns the body of a `chrmPull` (RMTP-394).
    static func pull(_ time: Int64, _ count: Int64) -> RawJSON {
        .object([
            ("message", "ChrmPullMsg"),
            ("value", .object([("syncTime", .integer(Int(time))), ("count", .integer(Int(count)))])),
        ])
    }
}

#endif
