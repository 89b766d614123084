// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import NIOCore
import NIOSSL

/// The TLS context of the server, with its certificate.
struct ServerTLS: Sendable {
    let context: NIOSSLContext
    /// The certificate made for this run, in PEM; nil if the user has one.
    let ownCertificate: String?

    init(certificate: String?, key: String?) throws {
        if let certificate, let key {
            do {
                context = try ServerTLS.context(
                    NIOSSLCertificate.fromPEMFile(certificate), NIOSSLPrivateKey(file: key, format: .pem))
            } catch {
                throw CommandFailure.usage("\(certificate) and \(key) cannot be used: \(error)")
            }
            ownCertificate = nil
        } else if certificate == nil, key == nil {
            let made = try TestCertificate()
            context = try ServerTLS.context(
                NIOSSLCertificate.fromPEMBytes(made.certificate), NIOSSLPrivateKey(bytes: made.key, format: .pem))
            ownCertificate = String(decoding: made.certificate, as: UTF8.self)
        } else {
            throw CommandFailure.usage("--certificate and --certificate-key require each other")
        }
    }

    private static func context(_ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey) throws -> NIOSSLContext {
        try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
    }
}

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

extension ChannelPipeline.SynchronousOperations {
    /// Adds TLS, if the server has it.
    func addServerTLS(_ tls: ServerTLS?) throws {
        if let tls { try addHandler(NIOSSLServerHandler(context: tls.context)) }
    }
}

#endif
