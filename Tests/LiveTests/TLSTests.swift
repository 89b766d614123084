// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWire
import IMWireNIO
import LiveCommands
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@Suite("TLS", .timeLimit(.minutes(1)))
struct TLSTests {
    @Test(
        "A client that trusts the generated certificate connects over TLS by name and by address",
        arguments: ["localhost", nil])
    func handshake(_ name: String?) async throws {
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
                            NIOSSLClientHandler(context: context, serverHostname: name))
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

    @Test("Without openssl the server reports what to install or to pass")
    func missing() async throws {
        let tool = try LiveTool(
            "/usr/bin/env", ["PATH=/nowhere", LiveTool.live, "serve", "--chat-tls", "127.0.0.1:0"])
        #expect(try await tool.end() == 2)
        #expect(tool.errorText.contains("install the package openssl"), "\(tool.errorText)")
        #expect(tool.errorText.contains("--certificate"))
    }

    @Test("A given certificate and key are used, and a generated one leaves no files")
    func given() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
        let place = folder.path + "/certificate"
        let one = try LiveTool(
            "/usr/bin/env",
            [
                "TMPDIR=\(folder.path)", LiveTool.live, "serve", "--chat-tls", "127.0.0.1:0", "--certificate-out",
                place, "--ports", folder.path + "/ports",
            ])
        _ = try await one.wait { _ in try? files().contains("ports") ? true : nil }
        #expect(try files() == ["certificate", "ports"])
        let request = try LiveTool(
            "/usr/bin/env",
            [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=given", "-keyout",
                folder.path + "/key", "-out", place,
            ])
        #expect(try await request.end() == 0, "\(request.errorText)")
        var settings = testSettings()
        settings.chatTLS = LiveAddress("127.0.0.1:0")
        (settings.certificate, settings.key) = (place, folder.path + "/key")
        try await withServer(settings) { #expect($0.ownCertificate == nil) }
    }
}

#endif
