// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireNIO
import IMWireValues
import NIOCore
import NIOPosix

/// The ports that were opened.
package struct LivePorts: Hashable, Sendable {
    package var chat: Int?
    package var rongCloud: Int?

    /// One JSON object.
    var json: String {
        let ports = [("chat", chat), ("rongcloud", rongCloud)]
        let members = ports.compactMap { name, port in port.map { "\"\(name)\":\($0)" } }
        return "{\(members.joined(separator: ","))}"
    }
}

/// Everything of the server that is confined to its loop.
final class LiveState {
    let settings: LiveSettings
    let loop: any EventLoop
    let clock: SessionClock
    let log: ServerLog
    let connections: LiveConnections
    let chat: ChatServer
    let rongCloud: RongCloudService
    private(set) lazy var router = WebRouter(self)
    /// The connections of the chat server by their numbers there.
    var chatConnections: [Int: LiveConnection] = [:]

    init(_ settings: LiveSettings, on loop: any EventLoop) throws {
        self.settings = settings
        self.loop = loop
        let clock = SessionClock(speed: settings.speed)
        self.clock = clock
        log = ServerLog(clock, isQuiet: settings.isQuiet)
        let wireLog = try settings.logPath.map { try WireLog(path: $0, clock) }
        connections = LiveConnections(log, wireLog, clock, limit: settings.connections)
        var configuration = ServerConfiguration()
        configuration.groups = settings.groups
        configuration.blocked = settings.blocked
        configuration.offlineLimit = 2_000
        configuration.keyLimit = 2_000
        configuration.userLimit = 100_000
        chat = ChatServer(configuration, on: loop, clock: clock)
        rongCloud = RongCloudService(settings, log, clock)
        chat.willCarryOut = { [unowned self] in noteChat($0) }
    }
}

extension LiveState {
    /// Keeps account of who is here.
    private func noteChat(_ action: ServerAction) {
        switch action {
        case .login(let user, let number):
            chatConnections[number]?.user = user
            log.note("\(user) has logged in", chatConnections[number]?.number)
        case .logout(_, let number): chatConnections[number] = nil
        case .overflow(let user, _): log.note("the store of \(user) is full")
        default: break
        }
    }
}

/// The server: one loop, on which everything happens.
package final class LiveServer: Sendable {
    /// The ports that are open.
    package let ports: LivePorts
    private let group: MultiThreadedEventLoopGroup
    private let channels: [any Channel]
    private let state: NIOLoopBound<LiveState>

    private init(
        _ group: MultiThreadedEventLoopGroup, _ channels: [any Channel], _ ports: LivePorts,
        _ state: NIOLoopBound<LiveState>
    ) {
        self.group = group
        self.channels = channels
        self.ports = ports
        self.state = state
    }

    /// Opens all ports.
    ///
    /// - Throws: a usage error for one that cannot be opened.
    package static func start(_ settings: LiveSettings) async throws -> LiveServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let state = try await loop.submit { NIOLoopBound(try LiveState(settings, on: loop), eventLoop: loop) }.get()
        var channels: [any Channel] = []
        var ports = LivePorts()
        if let address = settings.chat {
            let channel = try await open(address, loop) { try ChatListener.accept($0, state.value) }
            ports.chat = channel.localAddress?.port
            channels.append(channel)
        }
        if let address = settings.rongCloud {
            let channel = try await open(address, loop) { try WebListener.accept($0, state.value) }
            ports.rongCloud = channel.localAddress?.port
            channels.append(channel)
        }
        return LiveServer(group, channels, ports, state)
    }

    private static func open(
        _ address: LiveAddress, _ loop: any EventLoop, _ accept: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> any Channel {
        do {
            return try await ServerBootstrap(group: loop)
                .serverChannelOption(.backlog, value: 1_024)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelOption(.maxMessagesPerRead, value: 4)
                .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try accept(channel) } }
                .bind(host: address.host, port: address.port).get()
        } catch {
            throw CommandFailure.usage("\(address.host):\(address.port) cannot be opened: \(error)")
        }
    }

    /// Returns when all ports are closed.
    package func waitForEnd() async throws {
        for channel in channels { try await channel.closeFuture.get() }
    }

    /// Closes all ports and connections.
    package func stop() async throws {
        for channel in channels { try? await channel.close().get() }
        try await group.shutdownGracefully()
    }
}

#endif
