// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The signature of a request to the server API, and of a callback from it.
public enum RequestSignature {
    /// Signs: the SHA-1 of secret, nonce and timestamp, one behind the other, in lower-case hexadecimal (API-001).
    ///
    /// - Parameter nonce: taken as it is; it need not be a number (API-002).
    /// - Parameter timestamp: taken as it is: seconds since 1970 in decimal, as every SDK writes it (API-003).
    public static func sign(secret: Secret, nonce: String, timestamp: String) -> String {
        var hash = SHA1()
        hash.update(secret.bytes)
        hash.update(nonce.utf8)
        hash.update(timestamp.utf8)
        var text: [UInt8] = []
        for byte in hash.finalize() { text += [digit(byte >> 4), digit(byte & 0x0f)] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a signature that came in is the right one; takes the same time wherever it is wrong (API-006).
    public static func verify(_ signature: String, secret: Secret, nonce: String, timestamp: String) -> Bool {
        let right = sign(secret: secret, nonce: nonce, timestamp: timestamp)
        return ConstantTime.areEqual(Array(signature.utf8), Array(right.utf8))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x57 + value
    }
}
