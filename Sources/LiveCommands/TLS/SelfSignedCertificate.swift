// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire

/// A certificate that a test server creates at startup, and its key, both in DER.
struct SelfSignedCertificate {
    let certificate: [UInt8]
    let key: [UInt8]

    /// Creates a certificate for the local host and `hosts` that is valid from one day ago until 30 days from now.
    ///
    /// - Parameter time: The current time, in milliseconds since 1970.
    init(at time: Int64, hosts: [String] = []) {
        let pair = P256Key()
        let curve = DER.identifier([0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7])
        let algorithm = DER.sequence(DER.identifier([0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2]))
        let name = DER.sequence(
            DER.item(0x31, DER.sequence(DER.identifier([0x55, 4, 3]) + DER.item(0x0c, Array("imwire serve".utf8)))))
        let keyType = DER.sequence(DER.identifier([0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]) + curve)
        let validity = DER.sequence(DER.time(time - 86_400_000) + DER.time(time + 30 * 86_400_000))
        var names = DER.item(0x82, Array("localhost".utf8)) + DER.item(0x87, [127, 0, 0, 1])
        names += DER.item(0x87, [UInt8](repeating: 0, count: 15) + [1])
        for host in hosts {
            let parts = host.split(separator: ".").compactMap { UInt8($0) }
            names += parts.count == 4 ? DER.item(0x87, parts) : DER.item(0x82, Array(host.utf8))
        }
        let alternatives = DER.sequence(
            DER.identifier([0x55, 0x1d, 0x11]) + DER.item(4, DER.sequence(names)))
        let authority = DER.sequence(
            DER.identifier([0x55, 0x1d, 0x13]) + DER.item(1, [0xff])
                + DER.item(4, DER.sequence(DER.item(1, [0xff]))))
        let number = (0..<16).map { $0 == 0 ? UInt8.random(in: 1...0x7f) : UInt8.random(in: .min ... .max) }
        let body = DER.sequence(
            DER.item(0xa0, DER.item(2, [2])) + DER.item(2, number) + algorithm + name + validity + name
                + DER.sequence(keyType + DER.item(3, [0] + pair.publicKey))
                + DER.item(0xa3, DER.sequence(authority + alternatives)))
        let signature = pair.sign(SHA256.hash(body))
        let pairOfNumbers = DER.sequence(DER.number(signature.r) + DER.number(signature.s))
        certificate = DER.sequence(body + algorithm + DER.item(3, [0] + pairOfNumbers))
        key = DER.sequence(
            DER.item(2, [1]) + DER.item(4, pair.secret) + DER.item(0xa0, curve)
                + DER.item(0xa1, DER.item(3, [0] + pair.publicKey)))
    }

    /// The certificate in PEM, for clients that are to trust it.
    var pem: String {
        let text = Array(Base64.encode(certificate).utf8)
        let lines = stride(from: 0, to: text.count, by: 64).map {
            String(decoding: text[$0..<min($0 + 64, text.count)], as: UTF8.self)
        }
        return "-----BEGIN CERTIFICATE-----\n" + lines.joined(separator: "\n") + "\n-----END CERTIFICATE-----\n"
    }
}

/// Functions that build DER values (X.690).
private enum DER {
    static func item(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<0x80: [tag, UInt8(content.count)] + content
        case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
        default:
            [tag, 0x82, UInt8(truncatingIfNeeded: content.count >> 8), UInt8(truncatingIfNeeded: content.count)]
                + content
        }
    }

    static func sequence(_ content: [UInt8]) -> [UInt8] { item(0x30, content) }
    static func identifier(_ bytes: [UInt8]) -> [UInt8] { item(6, bytes) }

    /// Encodes a non-negative integer in the fewest bytes.
    static func number(_ bytes: [UInt8]) -> [UInt8] {
        let trimmed = Array(bytes.drop { $0 == 0 })
        return item(2, (trimmed.first ?? 0x80) >= 0x80 ? [0] + trimmed : trimmed)
    }

    /// Encodes a time in milliseconds as a UTCTime, which has whole seconds and covers the years 1950 to 2049.
    static func time(_ time: Int64) -> [UInt8] {
        let seconds = time / 1_000
        // Days since March of the year 0, a count in which a leap day is the last day of its year.
        let days = seconds / 86_400 + 719_468
        let era = days / 146_097
        let day = days % 146_097
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let ofYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let parts = [
            (year + era * 400 + (month >= 10 ? 1 : 0)) % 100, month < 10 ? month + 3 : month - 9,
            ofYear - (153 * month + 2) / 5 + 1, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60,
        ]
        let text = parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined() + "Z"
        return item(0x17, Array(text.utf8))
    }
}

#endif
