// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import NIOCore
import NIOSSL

/// The TLS of connections to a server.
struct ClientTLS: Sendable {
    private let context: NIOSSLContext

    /// Reads the trusted certificates.
    ///
    /// - Parameters:
    ///   - trust: A file with the certificates that are trusted; nil for those of the system.
    ///   - acceptsAny: Whether any certificate is accepted.
    init(trust: String? = nil, acceptsAny: Bool) throws(CommandFailure) {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if acceptsAny { configuration.certificateVerification = .none }
        do {
            if let trust { configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(trust)) }
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .usage("\(trust.map { "--trust \($0)" } ?? "TLS") cannot be used: \(error)")
        }
    }

    /// Adds TLS to a channel that connects to `host`.
    func add(to channel: any Channel, host: String) throws {
        // An IP address must not be sent as a server name.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        try channel.pipeline.syncOperations.addHandler(
            NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host))
    }
}

#endif
