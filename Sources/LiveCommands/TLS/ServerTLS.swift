// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import NIOSSL

/// The TLS context of the server, with its certificate.
struct ServerTLS: Sendable {
    let context: NIOSSLContext
    /// The certificate made for this run, in PEM; nil if the user has one.
    let ownCertificate: String?

    /// Reads a certificate and a key, or makes both.
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
            throw CommandFailure.usage("--certificate and --key require each other")
        }
    }

    private static func context(_ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey) throws -> NIOSSLContext {
        try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
    }
}

#endif
