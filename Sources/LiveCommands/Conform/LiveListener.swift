// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import LiveService
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// A listener that waits for the clients under test and plays their server.
final class LiveListener: Sendable {
    /// The mailbox that receives new connections, and the number of connections.
    private struct Stand {
        var mailbox: LiveMailbox?
        var navigation = LiveNavigation()
        var count = 0
        /// The number of open connections, including those that only ask for navigation.
        var open = 0
    }

    /// The URL to which clients connect, with the actual port.
    let target: LiveTarget
    private let channel: any Channel
    private let stand: StandBox

    private final class StandBox: Sendable {
        let state = Mutex(Stand())
        /// The maximum number of open connections; a client under test has a few.
        private static let limit = 256

        /// Counts a connection until it is closed, or returns false if too many are open.
        func admits(_ channel: any Channel) -> Bool {
            let isAdmitted = state.withLock { stand in
                if stand.open >= StandBox.limit { return false }
                stand.open += 1
                return true
            }
            if isAdmitted { channel.closeFuture.whenComplete { _ in self.state.withLock { $0.open -= 1 } } }
            return isAdmitted
        }

        /// Returns the mailbox and number of a new connection, or nil if no scenario accepts connections.
        func next() -> (LiveMailbox, Int)? {
            state.withLock { stand in
                guard let mailbox = stand.mailbox else { return nil }
                stand.count += 1
                return (mailbox, stand.count)
            }
        }
    }

    private init(_ target: LiveTarget, _ channel: any Channel, _ stand: StandBox) {
        self.target = target
        self.channel = channel
        self.stand = stand
    }

    /// Starts listening.
    static func open(
        _ target: LiveTarget, _ framing: ChatFraming, _ tls: ServerTLS?, on loop: any EventLoop
    ) async throws -> LiveListener {
        let stand = StandBox()
        let channel: any Channel
        do {
            channel = try await ServerBootstrap(group: loop)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 8_192))
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        guard stand.admits(channel) else { return channel.close(promise: nil) }
                        if target.isSecure { try channel.pipeline.syncOperations.addServerTLS(tls) }
                        try target.isWebSocket
                            ? acceptWebSocket(channel, stand) : acceptChat(channel, target.transport, framing, stand)
                    }
                }
                .bind(host: target.address.host, port: target.address.port).get()
        } catch {
            throw CommandFailure.usage("\(target.text) cannot be opened: \(error)")
        }
        var open = target
        open.address.port = channel.localAddress?.port ?? target.address.port
        return LiveListener(open, channel, stand)
    }

    private static func acceptChat(
        _ channel: any Channel, _ transport: WireEvent.Transport, _ framing: ChatFraming, _ stand: StandBox
    ) throws {
        guard let (mailbox, number) = stand.next() else { return channel.close(promise: nil) }
        try channel.pipeline.syncOperations.addHandlers([
            OutboundLimit(), LiveLogHandler(mailbox, number, transport, writes: .down),
            ByteToMessageHandler(ChatUnitDecoder(framing)),
            ChatMailHandler(mailbox, number, framing.heartbeat), MailGate(mailbox),
        ])
        mailbox.put(number, .opened(channel, nil))
    }

    private static func acceptWebSocket(_ channel: any Channel, _ stand: StandBox) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(OutboundLimit())
        try pipeline.addWebServer(
            LiveNavigationHandler { stand.state.withLock { $0.navigation } }, largest: 1 << 20,
            upgraded: { channel, head in
                guard let (mailbox, number) = stand.next() else { return channel.close(promise: nil) }
                let query = WebRequest(method: .GET, target: head.uri, headers: HTTPHeaders(), body: []).query
                let sdk = SDKRelease(query["sdkVer"], protocolVersion: nil)
                try channel.pipeline.syncOperations.addHandlers([
                    NIOWebSocketFrameAggregator(limit: 1 << 20), FrameMailLogHandler(mailbox, number, writes: .down),
                    RMTPWebSocketHandler(writing: .down, sdk.version), PacketMailHandler(mailbox, number),
                    MailGate(mailbox),
                ])
                mailbox.put(number, .opened(channel, LiveRelease(sdkVersion: query["sdkVer"])))
            })
    }

    /// Sends new connections to `mailbox`, or rejects them if it is nil.
    ///
    /// - Parameter navigation: The answer to clients that ask where to connect.
    func take(_ mailbox: LiveMailbox?, _ navigation: LiveNavigation = LiveNavigation()) {
        stand.state.withLock { ($0.mailbox, $0.navigation, $0.count) = (mailbox, navigation, 0) }
    }

    func close() async {
        try? await channel.close().get()
    }
}

#endif
