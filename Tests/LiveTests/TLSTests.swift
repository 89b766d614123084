// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import IMWireNIO
import LiveCommands
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@Suite("TLS", .timeLimit(.minutes(1)))
struct TLSTests {
    @Test("A client that trusts the certificate that was made talks over TLS")
    func handshake() async throws {
        var settings = testSettings()
        settings.chatTLS = LiveAddress("127.0.0.1:0")
        try await withServer(settings) { server in
            let port = try #require(server.ports.chatTLS)
            let pem = try #require(server.ownCertificate)
            var trust = TLSConfiguration.makeClientConfiguration()
            trust.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))
            let context = try NIOSSLContext(configuration: trust)
            let received = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: "localhost"))
                    }
                }
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
                .executeThenClose { inbound, outbound in
                    try await outbound.write(
                        ByteBuffer(string: "{\"messageType\":\"login\",\"fromUserID\":\"a\"}\n"))
                    for try await buffer in inbound { return String(buffer: buffer) }
                    return ""
                }
            #expect(received.hasPrefix(#"{"messageType":"loginReceipt","toUserID":"a"}"#))
        }
    }
}

#endif
