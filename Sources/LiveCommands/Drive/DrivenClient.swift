// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import IMWire
import IMWireNIO
import IMWireRMTP
import IMWireValues
import NIOCore
import NIOPosix

/// A client that a runner drives, which creates a new session for each scenario.
///
/// Confined to its event loop.
final class DrivenClient {
    private let loop: any EventLoop
    private let framing: ChatFraming
    private var chat: ChatClientDriver?
    private var packets: RMTPClientDriver?
    private var heartbeat = ChatHeartbeatBody.standard
    /// The connections of the current session.
    private var channels: [any Channel] = []

    init(_ framing: ChatFraming, on loop: any EventLoop) {
        self.framing = framing
        self.loop = loop
    }

    /// Handles an event of the runner, and returns the members of `ok`.
    func handle(_ json: RawJSON) throws -> RawJSON {
        let event = try ScriptEvent(driven: json)
        switch event.name {
        case "configure": return try configure(event.members)
        case "end": end()
        default:
            if let packets {
                packets.handle(try SessionScript.rmtpClientEvent(event))
            } else if let chat {
                try handle(event, chat)
            } else {
                throw SessionScript.Skip(reason: "no client is configured")
            }
        }
        return .object([])
    }

    private func handle(_ event: ScriptEvent, _ chat: ChatClientDriver) throws {
        switch event.name {
        case "connect": chat.connect()
        case "disconnect": chat.disconnect()
        case "send":
            chat.send(try event.message(sentAs: .normal, heartbeat: heartbeat), key: try event.members.required("key"))
        case "recall":
            chat.recall(
                try event.message(sentAs: .repeal, heartbeat: heartbeat), key: try event.members.required("key"))
        default: throw SessionScript.Skip(reason: "no client here supports \(event.name)")
        }
    }

    private func configure(_ members: ScriptObject) throws -> RawJSON {
        end()
        let config = members.configuration
        let clock = SessionClock(speed: Int(try members.integer("speed") ?? 1))
        let target = try LiveTarget(try members.required("connect"))
        switch try members.required("machine") {
        case "client":
            let configuration = try SessionScript.clientConfiguration(config)
            heartbeat = configuration.heartbeat
            chat = try chatClient(configuration, target, clock)
        case "rmtp-client":
            packets = try packetClient(SessionScript.rmtpClientConfiguration(config), target, clock)
        default: throw SessionScript.Skip(reason: "no client here is of that machine")
        }
        return .object([("speed", .integer(Int(clock.speed)))])
    }

    private func end() {
        // A client that only loses its connection would reconnect.
        chat?.disconnect()
        packets?.handle(.disconnect)
        chat = nil
        packets = nil
        for channel in channels { channel.close(mode: .all, promise: nil) }
        channels = []
    }

    // MARK: Socket chat

    private func chatClient(
        _ configuration: ChatClientMachine.Configuration, _ target: LiveTarget, _ clock: SessionClock
    ) throws -> ChatClientDriver {
        let tls = try DrivenClient.tls(target)
        let (bound, host) = (NIOLoopBound(self, eventLoop: loop), target.address.host)
        return ChatClientDriver(configuration, host: host, port: target.address.port, framing, on: loop, clock: clock) {
            try tls?.add(to: $0, host: host)
            bound.value.channels.append($0)
        }
    }

    /// Returns the TLS that accepts any certificate, for tests only, or nil if the URL does not use TLS.
    private static func tls(_ target: LiveTarget) throws -> ClientTLS? {
        target.isSecure ? try ClientTLS(acceptsAny: true) : nil
    }

    // MARK: Packets

    private func packetClient(
        _ configuration: RMTPClientMachine.Configuration, _ target: LiveTarget, _ clock: SessionClock
    ) throws -> RMTPClientDriver {
        let tls = try DrivenClient.tls(target)
        let link = RMTPClientDriver(configuration, on: loop, clock: clock)
        let bound = NIOLoopBound((self, link), eventLoop: loop)
        link.onAction = { [loop] action in
            guard case .open = action else { return }
            RMTPWebSocketClient.connect(
                host: target.address.host, port: target.address.port, target: "/websocket?appId=imwire&token=me",
                on: loop,
                prepare: { try tls?.add(to: $0, host: target.address.host) }
            ) { channel in
                let (client, link) = bound.value
                try channel.pipeline.syncOperations.addRMTPClient(link)
                client.channels.append(channel)
            }.hop(to: loop).whenFailure { _ in bound.value.1.handle(.closed) }
        }
        return link
    }
}

/// The command `imwire client`, which runs a client of this package that a runner drives.
package struct DrivenClientCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Runs a client of this package as a driver of `imwire conform --listen`.",
        discussion: """
            Reads the application's events from standard input, one JSON object a line, and \
            answers each with {"ok":{}} or {"skipped":"why"} (Spec/live.md). It is for tests, \
            and accepts any certificate.

            EXAMPLE
              imwire conform --listen tcp://127.0.0.1:0 --driver "imwire client"
            """, shouldDisplay: false)

    @Option(help: ArgumentHelp("The framing of socket chat: packet or line.", valueName: "framing"))
    var framing = "line"

    package init() {}

    package func run() async throws {
        guard ["packet", "line"].contains(framing) else {
            throw CommandFailure.usage("--framing is packet or line")
        }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let framing: ChatFraming = framing == "packet" ? .packets : .lines()
        let client = try await loop.submit { NIOLoopBound(DrivenClient(framing, on: loop), eventLoop: loop) }.get()
        await DrivenLines.answer { event in
            try await loop.submit { try client.value.handle(event) }.get()
        }
    }
}

#endif
