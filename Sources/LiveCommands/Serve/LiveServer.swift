// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireNIO
import IMWireValues
import LiveService
import NIOCore
import NIOPosix

/// The ports that were opened.
package struct LivePorts: Hashable, Sendable {
    package var chat: Int?
    package var rongCloud: Int?
    package var chatTLS: Int?
    package var rongCloudTLS: Int?

    /// Returns the ports as a JSON object, with the app key and the secret that clients of a RongCloud port need if
    /// the secret is random.
    func json(_ tokens: ServedTokens? = nil) -> String {
        let ports = [
            ("chat", chat), ("chatTLS", chatTLS), ("rongcloud", rongCloud), ("rongcloudTLS", rongCloudTLS),
        ]
        var members = ports.compactMap { name, port in port.map { "\"\(name)\":\($0)" } }
        if let tokens, rongCloud != nil || rongCloudTLS != nil {
            members.append("\"appKey\":\(RawJSON(tokens.appKey).text)")
            members.append("\"appSecret\":\(RawJSON(tokens.secret.revealed).text)")
        }
        return "{\(members.joined(separator: ","))}"
    }
}

/// The state of the server, which is confined to its event loop.
final class LiveState {
    let settings: LiveSettings
    let loop: any EventLoop
    let clock: SessionClock
    /// The time in which the event loop was stalled, which no peer is blamed for.
    let stalls = StallCredit()
    /// The turns of the event loop, of which each connection has a share.
    let turns: TurnShares
    /// The channels that are flushed at the end of this turn.
    let turn: TurnFlush
    private var watch: StallWatch?
    let connections: LiveConnections
    /// The bytes that wait for clients that do not read.
    let outbound: SharedBytes
    /// The bytes of unfinished messages from clients.
    let inbound: SharedBytes
    /// The chat server, which a driver replaces for each scenario.
    var chat: ChatServerDriver
    let rongCloud: RongCloudService
    let tls: ServerTLS?
    private let memory: MemoryFile?
    /// The stored bytes when the complete memory was last written, or when its size was last computed because they had
    /// shrunk.
    private var compacted = 0
    private var isCompacting = false
    /// The server's driver, if a runner drives it.
    var driven: DrivenServer?
    /// The rules for requests of web pages.
    let access: WebAccess
    private(set) lazy var router = WebRouter(self)
    /// The connections of the chat server, by their numbers there.
    var chatConnections: [Int: LiveConnection] = [:]

    init(_ settings: LiveSettings, _ tls: ServerTLS?, on loop: any EventLoop) throws {
        self.settings = settings
        self.tls = tls
        self.loop = loop
        let clock = SessionClock(speed: settings.speed, stalls: stalls)
        self.clock = clock
        turns = TurnShares(on: loop)
        turn = TurnFlush(on: loop)
        let log = ServerLog(clock, isQuiet: settings.isQuiet)
        access = WebAccess(settings)
        let inspector =
            settings.rongCloud != nil || settings.inspects
            ? UnitInspector(clock, prints: settings.inspects) : nil
        var configuration = ChatServerMachine.Configuration()
        configuration.exactGroups = settings.service.groups
        configuration.blocked = settings.service.blocked
        configuration.offlineLimit = 2_000
        configuration.keyLimit = 2_000
        configuration.userLimit = 100_000
        configuration.storeBytes = settings.service.storeBytes
        outbound = SharedBytes(limit: settings.outboundBytes)
        inbound = SharedBytes(limit: settings.inboundBytes)
        let service = RongCloudService(settings.service, ServiceHost(clock, log))
        rongCloud = service
        var kept = ChatMemory(configuration)
        // A memory that is refused must leave no trace, such as an emptied log.
        memory = try settings.memoryPath.map { path in
            try MemoryFile(path) { line in if try kept.read(line) { true } else { try service.read(line) } }
        }
        let wireLog = try settings.logPath.map { try WireLogFile(path: $0, clock, limit: settings.logBytes) }
        connections = LiveConnections(log, wireLog, inspector, clock, limit: settings.connections)
        chat = ChatServerDriver(
            configuration, memory: kept.memory, on: loop, clock: clock, outbound: outbound, inbound: inbound)
        if let callback = settings.callback {
            let sender = CallbackSender(callback, settings.service.tokens, log, on: loop)
            rongCloud.onEvent = { sender.send($0) }
        }
        try startMemory()
        watch = StallWatch(loop, stalls) {
            log.record("the server was stalled for \($0) ms, which no client is blamed for")
        }
        chat.onAction = { [unowned self] in recordChat($0) }
    }
}

extension LiveState {
    var log: ServerLog { connections.log }

    /// Writes the complete memory, and appends events from then on.
    private func startMemory() throws {
        guard let memory else { return }
        try compact(memory)
        chat.willHandle = { [unowned self] event in if let line = ChatMemory.line(event) { append(line, memory) } }
        rongCloud.keep = { [unowned self] line in append(line, memory) }
    }

    private func append(_ line: String, _ memory: MemoryFile) {
        memory.append(line)
        guard !isCompacting else { return }
        let held = chat.storedBytes + rongCloud.used
        let hasShrunk = held < compacted / 2
        let isDue = memory.isDue(hasShrunk: hasShrunk) { chat.memory.approximateSize + rongCloud.memorySize }
        // Only a further reduction is a reason to compute the size again.
        if hasShrunk { compacted = held }
        guard isDue else { return }
        // The change of the line is still to be made: the memory is complete again only after this turn of the loop.
        isCompacting = true
        loop.assumeIsolated().execute { [self] in
            isCompacting = false
            do {
                try compact(memory)
            } catch {
                log.record("the memory cannot be rewritten, and grows: \(error)")
            }
        }
    }

    /// Rewrites the complete memory, followed by logins of the connected users, to whom later events refer.
    private func compact(_ memory: MemoryFile) throws {
        compacted = chat.storedBytes + rongCloud.used
        try memory.replace { line in
            line(ChatMemory.line(chat.memory))
            rongCloud.eachMemoryLine(line)
            for (number, connection) in chatConnections.sorted(by: { $0.key < $1.key }) {
                line(ChatMemory.line(.accepted(connection: number)) ?? "")
                guard let user = connection.user else { continue }
                var login = ChatMessage(.login)
                login.senderID = user
                line(ChatMemory.line(.received([login], connection: number)) ?? "")
            }
        }
    }

    /// What the server no longer does as it should, in words.
    var faults: [String] {
        var faults: [String] = []
        if let failure = connections.wireLog?.failure { faults.append("the wire log \(failure)") }
        if let failure = memory?.failure { faults.append("the memory \(failure)") }
        return faults
    }

    /// Records logins and logouts.
    private func recordChat(_ action: ChatServerMachine.Action) {
        switch action {
        case .login(let user, let number):
            chatConnections[number]?.user = user
            log.record("\(user) logged in", chatConnections[number]?.number)
        case .logout(_, let number): chatConnections[number] = nil
        case .overflow(let user, _): log.record("the store of \(user) is full")
        default: break
        }
    }
}

/// A server that runs on a single event loop.
package final class LiveServer: Sendable {
    /// The ports that are open.
    package let ports: LivePorts
    /// The certificate made for this run, in PEM, or nil if none was made.
    package let ownCertificate: String?
    private let group: MultiThreadedEventLoopGroup
    private let channels: [any Channel]
    private let state: NIOLoopBound<LiveState>

    private init(
        _ group: MultiThreadedEventLoopGroup, _ channels: [any Channel], _ ports: LivePorts,
        _ ownCertificate: String?, _ state: NIOLoopBound<LiveState>
    ) {
        self.ownCertificate = ownCertificate
        self.group = group
        self.channels = channels
        self.ports = ports
        self.state = state
    }

    /// Opens all ports and starts the server.
    ///
    /// - Throws: A usage error if a port cannot be opened.
    package static func start(_ settings: LiveSettings) async throws -> LiveServer {
        let usesTLS = settings.chatTLS != nil || settings.rongCloudTLS != nil
        let tls = usesTLS ? try ServerTLS(certificate: settings.certificate, key: settings.key) : nil
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let state = try await loop.submit {
            NIOLoopBound(try LiveState(settings, tls, on: loop), eventLoop: loop)
        }.get()
        var channels: [any Channel] = []
        var ports = LivePorts()
        typealias Accept = @Sendable (any Channel) throws -> Void
        let listeners: [(LiveAddress?, WritableKeyPath<LivePorts, Int?>, Accept)] = [
            (settings.chat, \.chat, { try ChatListener.accept($0, state.value) }),
            (settings.chatTLS, \.chatTLS, { try ChatListener.accept($0, state.value, isSecure: true) }),
            (settings.rongCloud, \.rongCloud, { try WebListener.accept($0, state.value) }),
            (settings.rongCloudTLS, \.rongCloudTLS, { try WebListener.accept($0, state.value, isSecure: true) }),
        ]
        for (address, port, accept) in listeners {
            guard let address else { continue }
            let channel = try await open(address, loop, accept)
            ports[keyPath: port] = channel.localAddress?.port
            channels.append(channel)
        }
        return LiveServer(group, channels, ports, tls?.ownCertificate, state)
    }

    private static func open(
        _ address: LiveAddress, _ loop: any EventLoop, _ accept: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> any Channel {
        do {
            return try await ServerBootstrap(group: loop)
                .serverChannelOption(.backlog, value: 1_024)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                // Small reads keep a flooding client from delaying others, whose heartbeats must be read in time.
                .childChannelOption(.maxMessagesPerRead, value: 1)
                // The end of a peer's input is reported after what waits for the peer's share of a turn.
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelOption(.recvAllocator, value: ReceiveAllocator(capacity: 8_192))
                .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try accept(channel) } }
                .bind(host: address.host, port: address.port).get()
        } catch {
            throw SystemError.port(address, error)
        }
    }

    /// Returns what the server no longer does as it should, in words.
    func faults() async throws -> [String] {
        let state = state
        return try await group.next().submit { state.value.faults }.get()
    }

    /// Waits until all ports are closed.
    package func waitForEnd() async throws {
        for channel in channels { try await channel.closeFuture.get() }
    }

    /// Performs the events of a runner on standard input until the input ends (LIV-030).
    func drive() async {
        let (state, ports) = (state, ports)
        let loop = group.next()
        try? await loop.submit { state.value.driven = DrivenServer(state.value) }.get()
        await DrivenLines.answer { event in
            try await loop.submit {
                try state.value.driven?.handle(event, ports) ?? .object([])
            }.get()
        }
    }

    /// Closes all ports and connections.
    package func stop() async throws {
        for channel in channels { try? await channel.close().get() }
        try await group.shutdownGracefully()
    }
}

#endif
