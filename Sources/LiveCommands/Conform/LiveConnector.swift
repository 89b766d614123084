// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import NIOCore
import NIOPosix

/// A connector to the server under test.
package struct LiveConnector: Sendable {
    private(set) var target: LiveTarget
    private let identity: LiveIdentity
    private let tls: ClientTLS?
    private let loop: any EventLoop
    /// The address of the server API, if it differs from that of the server.
    var apiTarget: LiveTarget?

    /// A client of the server API, which requests what the application decides.
    var api: LiveAPI {
        LiveAPI(apiTarget ?? target, identity.tokens, tls, on: loop)
    }

    /// Creates a connector.
    ///
    /// - Parameter trust: A file with the certificates that are trusted; nil for those of the system.
    package init(
        _ target: LiveTarget, _ identity: LiveIdentity, trust: String?, acceptsAny: Bool, on loop: any EventLoop
    ) throws(CommandFailure) {
        self.target = target
        self.identity = identity
        self.loop = loop
        tls = target.isSecure ? try ClientTLS(trust: trust, acceptsAny: acceptsAny) : nil
    }

    /// Opens a connection.
    package func connect(
        _ number: Int, _ mailbox: LiveMailbox, _ framing: ChatFraming, user: String, isWrong: Bool
    ) async throws -> any Channel {
        let host = target.address.host
        let tls = tls
        let secure: @Sendable (any Channel) throws -> Void = { try tls?.add(to: $0, host: host) }
        if target.isWebSocket {
            return try await RMTPWebSocketClient.connect(
                host: host, port: target.address.port,
                target: identity.target(target, user: user, isWrong: isWrong), on: loop, prepare: secure
            ) { channel in
                try channel.pipeline.syncOperations.addPacketMail(mailbox, number, writes: .up)
            }.get()
        }
        let transport = target.transport
        return try await ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connectTimeout(.seconds(10))
            // The limit of the mailbox can be exceeded by at most one read.
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 8_192))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try secure(channel)
                    try channel.pipeline.syncOperations.addChatMail(mailbox, number, transport, framing, writes: .up)
                }
            }
            .connect(host: host, port: target.address.port).get()
    }

    /// Returns a connector to the address that the driver has reported for the server.
    func moved(to url: String) throws -> LiveConnector {
        var moved = self
        let place = try LiveTarget(url)
        guard place.scheme == target.scheme else { throw LiveEnd("the driver gave a URL of another kind: \(url)") }
        moved.target.address = place.address
        return moved
    }

    /// Returns whether the server accepts connections.
    func isReachable() async -> Bool {
        let channel = try? await ClientBootstrap(group: loop).connectTimeout(.seconds(3))
            .connect(host: target.address.host, port: target.address.port).get()
        try? await channel?.close().get()
        return channel != nil
    }
}

#endif
