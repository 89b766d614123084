// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import NIOSSL

/// The TLS context of the server, with its certificate.
struct ServerTLS: Sendable {
    let context: NIOSSLContext
    /// The certificate created at this startup, in PEM; nil if a certificate was given.
    let ownCertificate: String?

    /// Reads a certificate and a key, or creates both.
    init(certificate: String?, key: String?) throws {
        if let certificate, let key {
            do {
                let chain = try NIOSSLCertificate.fromPEMFile(certificate).map {
                    NIOSSLCertificateSource.certificate($0)
                }
                let configuration = TLSConfiguration.makeServerConfiguration(
                    certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
                context = try NIOSSLContext(configuration: configuration)
            } catch {
                throw CommandFailure.usage("\(certificate) and \(key) cannot be used: \(error)")
            }
            ownCertificate = nil
        } else if certificate == nil, key == nil {
            let made = SelfSignedCertificate(at: WallClock.now)
            let configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(try NIOSSLCertificate(bytes: made.certificate, format: .der))],
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: made.key, format: .der)))
            context = try NIOSSLContext(configuration: configuration)
            ownCertificate = made.pem
        } else {
            throw CommandFailure.usage("--certificate and --key require each other")
        }
    }
}

#endif
