// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The four header fields that authenticate a request (API-004).
///
/// The caller supplies the nonce and the timestamp; this type uses neither a clock nor a random number generator.
///
/// ```swift
/// let headers = try RequestHeaders(appKey: "my-key", secret: secret, nonce: nonce, timestamp: timestamp)
/// for (name, value) in headers.fields() { print("\(name): \(value)") }
/// ```
public struct RequestHeaders: Hashable, Sendable {
    /// The spelling of the field names.
    @nonexhaustive
    public enum Spelling: String, Hashable, Sendable, CaseIterable {
        /// `App-Key`, `Nonce`, `Timestamp` and `Signature`, as every known SDK writes them.
        case plain
        /// The same names with the prefix `RC-`, reported of older releases (API-005).
        case prefixed
    }

    /// The key that identifies the application; it is not secret.
    public let appKey: String
    /// The nonce, which is new for every request.
    public let nonce: String
    /// The time of the request.
    public let timestamp: String
    /// The signature, which only holders of the secret can create.
    public let signature: String

    /// Creates the fields of a signed request.
    ///
    /// - Throws: `encode.header` if a value cannot be sent unchanged in a header field (API-007).
    public init(appKey: String, secret: SecretText, nonce: String, timestamp: String) throws(EncodeError) {
        let signature = RequestSignature.sign(secret: secret, nonce: nonce, timestamp: timestamp)
        self.init(appKey, nonce, timestamp, signature)
        for (name, value) in fields() where !RequestHeaders.canCarry(value) {
            throw EncodeError(.header, path: "/" + name)
        }
    }

    /// Reads the fields of a received request, comparing names without regard to case and ignoring other fields
    /// (API-005).
    ///
    /// - Throws: `header.missing` if one of the four is absent or empty, or `header.duplicate` if one of the four occurs twice, in any spelling.
    public init(reading fields: some Sequence<(name: String, value: String)>) throws(DecodeError) {
        var found: [String: String] = [:]
        for (name, value) in fields {
            guard name.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
            var name = name.lowercased()
            if name.utf8.starts(with: "rc-".utf8) { name.removeFirst(3) }
            guard let canonical = RequestHeaders.names.first(where: { $0.lowercased() == name }) else { continue }
            if found.updateValue(value, forKey: canonical) != nil {
                throw DecodeError(.headerDuplicate, offset: 0, path: "/" + canonical)
            }
        }
        func value(_ name: String) throws(DecodeError) -> String {
            // API-087: an empty field cannot make two requests differ.
            guard let value = found[name], !value.isEmpty else {
                throw DecodeError(.headerMissing, offset: 0, path: "/" + name)
            }
            return value
        }
        self.init(try value("App-Key"), try value("Nonce"), try value("Timestamp"), try value("Signature"))
    }

    private init(_ appKey: String, _ nonce: String, _ timestamp: String, _ signature: String) {
        self.appKey = appKey
        self.nonce = nonce
        self.timestamp = timestamp
        self.signature = signature
    }

    private static let names = ["App-Key", "Nonce", "Timestamp", "Signature"]

    /// Returns the header fields in the order of the seed.
    public func fields(_ spelling: Spelling = .plain) -> [(name: String, value: String)] {
        zip(RequestHeaders.names, [appKey, nonce, timestamp, signature]).map { name, value in
            (spelling == .plain ? name : "RC-" + name, value)
        }
    }

    /// Returns whether the signature was made with `secret`; the age of the request is not checked (API-008).
    public func isSigned(with secret: SecretText) -> Bool {
        RequestSignature.verify(signature, secret: secret, nonce: nonce, timestamp: timestamp)
    }

    /// Returns whether a value is sent unchanged.
    ///
    /// A control character such as a line break could end the field, and leading and trailing spaces are removed
    /// (API-007).
    private static func canCarry(_ value: String) -> Bool {
        let bytes = value.utf8
        return bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f } && bytes.first != UInt8(ascii: " ")
            && bytes.last != UInt8(ascii: " ")
    }
}
