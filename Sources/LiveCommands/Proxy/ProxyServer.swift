// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWireNIO
import LiveReaders
import NIOCore
import NIOPosix

/// The state shared by all connections of a proxy; confined to its event loop.
package final class ProxyState {
    let settings: ProxySettings
    let connections: LiveConnections
    let log: ServerLog
    let tls: ClientTLS?
    /// The bytes of unfinished requests and messages from clients.
    let inbound = SharedBytes()
    package var report = ProxyReport()
    /// The open connections of clients.
    var open: [ObjectIdentifier: any Channel] = [:]
    private var ended = 0
    private let onEnd: () -> Void
    private var isDone = false

    package init(_ settings: ProxySettings, onEnd: @escaping () -> Void) throws {
        self.settings = settings
        self.onEnd = onEnd
        let clock = SessionClock()
        log = ServerLog(clock, isQuiet: settings.isQuiet)
        let wireLog = try settings.logPath.map { try WireLogFile(path: $0, clock) }
        let inspector = settings.inspects ? UnitInspector(clock, prints: true) : nil
        connections = LiveConnections(log, wireLog, inspector, clock, limit: 10_000)
        let isSecure = settings.target.isSecure
        tls = isSecure ? try ClientTLS(trust: settings.trust, acceptsAny: settings.isInsecure) : nil
    }

    /// Records the end of a client's connection.
    func closed(_ channel: any Channel) {
        guard open.removeValue(forKey: ObjectIdentifier(channel)) != nil else { return }
        ended += 1
        if let limit = settings.connections, ended >= limit { end() }
    }

    /// Signals the end of the proxy, once.
    func end() {
        if !isDone { onEnd() }
        isDone = true
    }
}

/// A proxy that runs on a single event loop.
package final class ProxyServer: Sendable {
    /// The URL to which clients connect.
    package let url: String
    /// The port to which clients connect.
    package let port: Int
    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel
    private let state: NIOLoopBound<ProxyState>
    private let done: EventLoopFuture<Void>

    private init(
        _ group: MultiThreadedEventLoopGroup, _ listener: any Channel, _ state: NIOLoopBound<ProxyState>,
        _ done: EventLoopFuture<Void>, _ settings: ProxySettings
    ) {
        (self.group, self.listener, self.state, self.done) = (group, listener, state, done)
        port = listener.localAddress?.port ?? 0
        let host = settings.listen.host
        url =
            (settings.target.isWebSocket ? "ws://" : "tcp://") + (host.contains(":") ? "[\(host)]" : host)
            + ":\(port)"
    }

    /// Opens the port and starts the proxy.
    ///
    /// - Throws: A usage error if the port cannot be opened.
    package static func start(_ settings: ProxySettings) async throws -> ProxyServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let done = loop.makePromise(of: Void.self)
        let state: NIOLoopBound<ProxyState>
        let listener: any Channel
        do {
            state = try await loop.submit { NIOLoopBound(try ProxyState(settings) { done.succeed() }, eventLoop: loop) }
                .get()
            let address = settings.listen
            listener = try await ServerBootstrap(group: loop)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                // Nothing is read until there is a connection to forward it to.
                .childChannelOption(.autoRead, value: false)
                // The limits of what waits can be exceeded by at most one read.
                .childChannelOption(.maxMessagesPerRead, value: 1)
                .childChannelInitializer { client in
                    client.eventLoop.makeCompletedFuture { ProxyServer.accept(client, state.value) }
                }
                .bind(host: address.host, port: address.port).get()
        } catch {
            done.fail(error)
            try? await group.shutdownGracefully()
            throw SystemError.port(settings.listen, error)
        }
        return ProxyServer(group, listener, state, done.futureResult, settings)
    }

    private static func accept(_ client: any Channel, _ state: ProxyState) {
        let target = state.settings.target
        let peer = client.peerText
        guard let watch = ProxyWatch(state, peer: peer) else { return client.close(promise: nil) }
        state.report.connections += 1
        state.open[ObjectIdentifier(client)] = client
        let bound = NIOLoopBound((state, watch), eventLoop: client.eventLoop)
        client.closeFuture.whenComplete { _ in
            let (state, watch) = bound.value
            watch.close()
            state.closed(client)
        }
        ClientBootstrap(group: client.eventLoop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.autoRead, value: false)
            .connectTimeout(.seconds(10))
            .channelInitializer { server in
                server.eventLoop.makeCompletedFuture {
                    let (state, watch) = bound.value
                    try state.tls?.add(to: server, host: target.address.host)
                    let up = ProxyRelay(filter: target.isWebSocket ? ExtensionFilter() : nil) {
                        watch.read($0, .up)
                    } onEnd: {
                        watch.end(.up)
                    }
                    let down = ProxyRelay {
                        watch.read($0, .down)
                    } onEnd: {
                        watch.end(.down)
                    }
                    ProxyRelay.join(up, down)
                    let inbound = InboundLimit(state.inbound)
                    up.onHeld = { inbound.keep($0 + watch.pending) }
                    up.isReady = { watch.isReady(for: .up) }
                    up.onError = { watch.fail("the client's connection: \($0)") }
                    down.onError = { watch.fail("the server's connection: \($0)") }
                    try client.pipeline.syncOperations.addHandlers([inbound, up])
                    try server.pipeline.syncOperations.addHandler(down)
                }
            }
            .connect(host: target.address.host, port: target.address.port)
            .whenComplete { result in
                switch result {
                case .success(let server):
                    client.setOption(.autoRead, value: true).whenComplete { _ in client.read() }
                    server.setOption(.autoRead, value: true).whenComplete { _ in server.read() }
                case .failure(let error):
                    let (state, watch) = bound.value
                    state.report.unreachable += 1
                    watch.fail("the server cannot be reached: \(SystemError.words(error))")
                    client.close(promise: nil)
                }
            }
    }

    /// Ends the proxy as a signal does.
    package func end() {
        let state = state
        listener.eventLoop.execute { state.value.end() }
    }

    /// Waits for the end, closes all connections, and returns the report.
    package func report() async throws -> ProxyReport {
        try await done.get()
        try? await listener.close().get()
        let state = state
        let open = try await listener.eventLoop.submit { Array(state.value.open.values) }.get()
        for channel in open { try? await channel.close().get() }
        let report = try await listener.eventLoop.submit { state.value.report }.get()
        try await group.shutdownGracefully()
        return report
    }
}

#endif
