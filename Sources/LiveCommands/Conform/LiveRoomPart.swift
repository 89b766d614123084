// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireServerAPI
import IMWireValues
import NIOCore

/// The chatrooms of a server (LIV-070): each user is a WebSocket, and the driver or the server API represents the
/// application.
final class LiveRoomPart: LivePart {
    /// A message that is expected to be delivered to a user.
    private struct Awaited {
        var user: String
        var room: String
        var expected: RawJSON
    }

    private let script: LiveRoomScript
    private let stage: LiveStage
    private var clock: LiveClock
    private let clients: LiveRoomClients
    private var bindings = LiveBindings(["id"])
    private var awaited: [Awaited] = []
    let deviations: Set<String> = []
    /// How late the latest event was, in milliseconds of the scenario.
    private var late: Int64 = 0
    /// The times at which events were played, and at which they had led to all actions.
    private var (sent, answered): ([Int64], [Int64]) = ([], [])

    init(_ script: LiveRoomScript, _ stage: LiveStage) {
        self.script = script
        self.stage = stage
        clock = LiveClock(speed: stage.setting.speed)
        clients = LiveRoomClients(stage, script.names)
        clients.onDelivery = { [unowned self] in try check($0) }
    }

    var count: Int { script.steps.count }
    var watcher: any LiveWatcher { clients }

    func prepare() async throws {
        if !stage.setting.hasDriver {
            for room in script.rooms {
                let event = RawJSON.object([("event", "create"), ("room", RawJSON(room))])
                if let code = try await ask(event) { throw LiveSkip("the server API creates no room: \(code)") }
            }
        }
        // The time of connecting is not part of the scenario.
        for user in script.users { try await clients.connect(user) }
        clock = LiveClock(speed: stage.setting.speed)
    }

    func moment(of step: Int) -> NIODeadline? {
        // The intervals between events are those of the scenario, even after a late event.
        clock.moment(script.steps[step].at + late)
    }

    func perform(_ step: Int) async throws {
        sent.append(clock.now)
        late = max(late, clock.now - script.steps[step].at)
        do {
            try await play(script.steps[step])
            answered.append(clock.now)
        } catch let failure as LiveFailure {
            answered.append(clock.now)
            guard script.timing.isExact(script.steps.map(\.event), sent: sent, answered: answered) else {
                throw LiveInexact()
            }
            throw failure
        }
    }

    func finish() -> NIODeadline { .now() + .milliseconds(stage.limits.quiet) }

    private func play(_ step: LiveRoomScript.Step) async throws {
        for action in step.actions where action.name == "distribute" {
            guard let expected = action.expected else { continue }
            let room = action.actual["room"]?.string ?? ""
            for user in action.actual["to"]?.elements?.compactMap(\.string) ?? [] {
                // The recipient is known from the connection.
                let checked = RawJSON.object((expected.members ?? []).filter { $0.name != "to" })
                awaited.append(Awaited(user: user, room: room, expected: checked))
            }
        }
        for action in step.actions where action.name == "kicked" {
            clients.forget(action.actual["user"]?.string ?? "", action.actual["room"]?.string ?? "")
        }
        let room = step.event["room"]?.string ?? ""
        let user = step.event["user"]?.string ?? ""
        switch step.name {
        case "tick": break
        case "join": try check(try await join(user, room, step.event), step)
        case "quit": try check(try await quit(user, room), step)
        case "send": try check(try await send(user, room, step.event["message"] ?? .null), step)
        default: try await apply(step, room)
        }
        try await clients.wait("a message to \(awaited.first?.user ?? "")") { awaited.isEmpty }
    }

    // MARK: Users

    private static let nothing = RawJSON.object([
        ("message", "ChrmInput"), ("value", .object([("nothing", .integer(1))])),
    ])

    /// Joins a room and pulls its earlier messages (RMTP-198, RMTP-394).
    private func join(_ user: String, _ room: String, _ event: RawJSON) async throws -> RawJSON {
        let isAgain = clients.isIn(user, room) || event["existing"]?.boolean == true
        let joined = try await clients.ask(user, isAgain ? "joinChrmR" : "joinChrm", room, LiveRoomPart.nothing)
        if let error = error(joined, user, room, "join") { return error }
        let count = event["messageCount"]?.number?.int64 ?? 0
        let pulled = try await clients.ask(user, "chrmPull", room, LiveRoomClients.pull(0, count))
        if let error = error(pulled, user, room, "join") {
            // In the scenario, the user is not in the room after this error.
            _ = try await clients.ask(user, "exitChrm", room, LiveRoomPart.nothing)
            return error
        }
        clients.enter(user, room, pulled)
        return .object([
            ("action", "joined"), ("room", RawJSON(room)), ("user", RawJSON(user)),
            ("messages", .array(LiveRoomClients.list(pulled).map(clients.entry))),
        ])
    }

    private func quit(_ user: String, _ room: String) async throws -> RawJSON {
        let answer = try await clients.ask(user, "exitChrm", room, LiveRoomPart.nothing)
        if let error = error(answer, user, room, "quit") { return error }
        clients.forget(user, room)
        return .object([("action", "quit"), ("room", RawJSON(room)), ("user", RawJSON(user))])
    }

    private func send(_ user: String, _ room: String, _ message: RawJSON) async throws -> RawJSON {
        let content = message["content"] ?? .object([])
        let answer = try await clients.publish(
            user, room, LiveRoomClients.message(message["objectName"] ?? "", content.text))
        if let error = error(answer, user, room, "send") { return error }
        return .object([
            ("action", "sent"), ("room", RawJSON(room)), ("user", RawJSON(user)),
            ("id", answer["packet"]?["messageUId"] ?? ""),
        ])
    }

    /// Returns the action `error` for an answer that refuses, or nil if the answer accepts.
    private func error(_ answer: RawJSON, _ user: String, _ room: String, _ event: String) -> RawJSON? {
        let status = answer["packet"]?["status"]?.number?.int64 ?? 0
        if status == 0 { return nil }
        return .object([
            ("action", "error"), ("room", RawJSON(room)), ("user", RawJSON(user)), ("of", RawJSON(event)),
            ("code", .integer(Int(status))),
        ])
    }

    // MARK: The application

    private func apply(_ step: LiveRoomScript.Step, _ room: String) async throws {
        if step.name == "destroy" { clients.forget(room) }
        if stage.setting.hasDriver {
            try await clients.watch(until: stage.lastSent + .milliseconds(15))
            _ = try await stage.drive(script.names.renamed(step.event))
            return
        }
        let expected = step.actions.first { $0.name == "error" }
        let code = try await ask(step.event)
        if let expected {
            guard let checked = expected.expected else { return }
            let actual = RawJSON.object(
                (expected.actual.members ?? []).filter { $0.name != "at" && $0.name != "code" }
                    + [("code", .integer(code ?? 200))])
            if let place = bindings.difference(checked, actual) { throw differs(place, checked, actual) }
        } else if let code {
            throw LiveFailure("the server API refuses \(step.name) with \(code)")
        }
    }

    /// Makes a request to the server API, and returns the code if it refuses.
    private func ask(_ event: RawJSON) async throws -> Int? {
        guard let api = stage.api else { throw LiveSkip("there is neither a driver nor a server API") }
        let room = script.names.name(event["room"]?.string ?? "")
        let user = script.names.name(event["user"]?.string ?? "")
        let request: ChatroomRequest
        switch event["event"]?.string {
        case "create": request = ChatroomRequest(creating: [ChatroomRequest.Room(id: room, name: room)])
        case "destroy": request = ChatroomRequest(.destroy, rooms: [room])
        case "mute": request = ChatroomRequest(.mute, room: room, users: [user], minutes: 43_200)
        case "unmute": request = ChatroomRequest(.unmute, room: room, users: [user])
        case "ban":
            let minutes = (event["duration"]?.number?.int64 ?? 0) / 60_000
            request = ChatroomRequest(.block, room: room, users: [user], minutes: minutes)
        case "unban": request = ChatroomRequest(.unblock, room: room, users: [user])
        case "stop": request = ChatroomRequest(.stopDistribution, room: room)
        case "resume": request = ChatroomRequest(.resumeDistribution, room: room)
        case "allow": request = ChatroomRequest(.protectUsers, room: room, users: [user])
        case "disallow": request = ChatroomRequest(.unprotectUsers, room: room, users: [user])
        case let name: throw LiveSkip("the server API has nothing for \(name ?? "")")
        }
        let code = try await api.post(request)
        return code == 200 ? nil : code
    }

    // MARK: Comparing

    /// Compares the outcome of an event with the action of the machine.
    private func check(_ outcome: RawJSON, _ step: LiveRoomScript.Step) throws(LiveFailure) {
        let name = outcome["action"]?.string ?? ""
        let answers = step.actions.filter { ["joined", "quit", "sent", "error"].contains($0.name) }
        guard let action = answers.first else {
            throw LiveFailure("\(step.name) has no result; received \(LiveFailure.shown(outcome))")
        }
        guard let expected = action.expected else {
            if action.name == name { return }
            throw differs("/action", action.actual, outcome)
        }
        if let place = bindings.difference(expected, outcome) { throw differs(place, expected, outcome) }
    }

    private func check(_ delivery: LiveRoomClients.Delivery) throws(LiveFailure) {
        guard script.checks("distribute") else { return }
        let actual = RawJSON.object(
            [("action", "distribute"), ("room", RawJSON(delivery.room))] + (delivery.entry.members ?? []))
        guard let place = awaited.firstIndex(where: { $0.user == delivery.user && $0.room == delivery.room }) else {
            throw LiveFailure("\(delivery.user) received something unexpected: \(LiveFailure.shown(actual))")
        }
        let expected = awaited.remove(at: place).expected
        if let place = bindings.difference(expected, actual) { throw differs(place, expected, actual) }
    }

    private func differs(_ place: String, _ expected: RawJSON, _ actual: RawJSON) -> LiveFailure {
        LiveFailure(
            "differs at \(place); expected \(LiveFailure.shown(bindings.resolved(expected))); came "
                + LiveFailure.shown(actual))
    }
}

#endif
