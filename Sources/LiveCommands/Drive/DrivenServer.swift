// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireRMTP
import IMWireValues
import LiveService
import NIOCore

/// A server that a runner drives: it starts anew for each scenario and acts as the application directs.
///
/// Confined to the server's event loop.
final class DrivenServer {
    private let state: LiveState
    /// The packet session of the scenario, or nil if the scenario is not about one.
    private var link: RMTPServerDriver?
    /// Whether the packet client has connected.
    private var isConnected = false
    /// Whether the scenario is about chatrooms.
    private var hasRooms = false
    /// The event that answers the connection when it arrives.
    private var greeting: RMTPServerMachine.Event?

    init(_ state: LiveState) { self.state = state }

    /// Handles an event of the runner, and returns the members of `ok`.
    func handle(_ json: RawJSON, _ ports: LivePorts) throws -> RawJSON {
        let event = try ScriptEvent(driven: json)
        switch event.name {
        case "configure": return try configure(event.members, ports)
        case "end": (link, hasRooms) = (nil, false)
        case "post": state.chat.post(try event.message(heartbeat: heartbeat))
        case "restart": try restart()
        case "accept", "refuse":
            let answer = try SessionScript.rmtpServerEvent(event)
            if isConnected { link?.handle(answer) } else { greeting = answer }
        case _ where hasRooms: apply(try SessionScript.chatroomEvent(event))
        default:
            guard let link else { throw SessionScript.Skip(reason: "no server here supports \(event.name)") }
            link.handle(try SessionScript.rmtpServerEvent(event))
        }
        return .object([])
    }

    private var heartbeat: ChatHeartbeatBody { state.chat.configuration.heartbeat }

    private func configure(_ members: ScriptObject, _ ports: LivePorts) throws -> RawJSON {
        let config = members.configuration
        let speed = Int(try members.integer("speed") ?? 1)
        let clock = SessionClock(speed: speed, stalls: state.stalls)
        (link, hasRooms, isConnected, greeting) = (nil, false, false, nil)
        switch try members.required("machine") {
        case "server":
            let configuration = try SessionScript.serverConfiguration(config)
            state.chat = ChatServerDriver(
                configuration, memory: try SessionScript.memory(config, configuration), on: state.loop, clock: clock)
        case "rmtp-server":
            link = RMTPServerDriver(
                try SessionScript.rmtpServerConfiguration(config), on: state.loop, clock: clock)
        case "chatroom":
            hasRooms = true
            state.rongCloud.restartRooms(try SessionScript.chatroomConfiguration(config)) { clock.now }
        default: throw SessionScript.Skip(reason: "no server here is of that machine")
        }
        var answer: [(name: String, value: RawJSON)] = [("speed", .integer(Int(clock.speed)))]
        if let url = try members.string("connect"), let place = ports.url(like: url) {
            answer.append(("connect", RawJSON(place)))
        }
        return .object(answer)
    }

    /// Carries out a decision of the application about a chatroom.
    private func apply(_ event: ChatroomMachine.Event) {
        let rooms = state.rongCloud.rooms
        switch event {
        case .create(let room): rooms.create(room)
        case .destroy(let room): _ = rooms.destroy(room)
        default: rooms.handle(event)
        }
    }

    /// Restarts the chat server with the memory that the previous process saved (SES-113).
    private func restart() throws {
        let limits = ChatServerMemory.Limits(state.chat.configuration)
        let memory = try ChatServerMemory(json: state.chat.memory.encoded(), limits: limits)
        state.chat = ChatServerDriver(state.chat.configuration, memory: memory, on: state.loop, clock: state.chat.clock)
    }

    /// Returns the session for a new WebSocket, or nil if the scenario has none.
    func session() -> RMTPServerDriver? { link }

    /// Accepts or refuses the client as the scenario directs, or lets it wait if there is no decision yet.
    func greet() {
        isConnected = true
        guard let greeting else { return }
        self.greeting = nil
        link?.handle(greeting)
    }

}

extension LivePorts {
    /// Returns a URL with the scheme of `url` and the port that is open for it, or nil if none is.
    func url(like url: String) -> String? {
        let scheme = url.prefix { $0 != ":" }
        let port: Int? =
            switch scheme {
            case "tcp": chat
            case "tls": chatTLS
            case "ws": rongCloud
            case "wss": rongCloudTLS
            default: nil
            }
        return port.map { "\(scheme)://127.0.0.1:\($0)" }
    }
}

#endif
