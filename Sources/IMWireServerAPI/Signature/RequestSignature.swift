// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The signature of requests to the server API and of callbacks from it.
public enum RequestSignature {
    /// Returns the SHA-1 of the concatenated secret, nonce and timestamp in lowercase hexadecimal (API-001).
    ///
    /// - Parameters:
    ///   - secret: the app secret.
    ///   - nonce: the nonce, used as it is; it need not be a number (API-002).
    ///   - timestamp: the timestamp, used as it is: seconds since 1970 in decimal, as every SDK writes it (API-003).
    public static func sign(secret: SecretText, nonce: String, timestamp: String) -> String {
        var hash = SHA1()
        hash.update(secret.bytes)
        hash.update(nonce.utf8)
        hash.update(timestamp.utf8)
        var text: [UInt8] = []
        for byte in hash.finalize() { text += [digit(byte >> 4), digit(byte & 0x0f)] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns whether a received signature is correct; the time taken does not depend on where it differs (API-006).
    public static func verify(_ signature: String, secret: SecretText, nonce: String, timestamp: String) -> Bool {
        let right = sign(secret: secret, nonce: nonce, timestamp: timestamp)
        return ConstantTime.areEqual(Array(signature.utf8), Array(right.utf8))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
}
