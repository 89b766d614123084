// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The four header fields that say who asks (API-004).
///
/// The nonce, the timestamp and the right to draw them belong to the caller: there is no clock and no chance in here.
public struct RequestHeaders: Hashable, Sendable {
    /// How the names of the fields are written.
    @nonexhaustive
    public enum Spelling: String, Hashable, Sendable, CaseIterable {
        /// `App-Key`, `Nonce`, `Timestamp`, `Signature`: what every known SDK writes.
        case plain
        /// The same with `RC-` before each; reported of older releases (API-005).
        case prefixed
    }

    /// The key that names the application; no secret.
    public let appKey: String
    /// The text that is new for every request.
    public let nonce: String
    /// The time of the request.
    public let timestamp: String
    /// What only those can write who know the secret.
    public let signature: String

    /// Signs a request.
    ///
    /// - Throws: `encode.header` where a value cannot stand in a header field as it is (API-007).
    public init(appKey: String, secret: Secret, nonce: String, timestamp: String) throws(EncodeError) {
        let signature = RequestSignature.sign(secret: secret, nonce: nonce, timestamp: timestamp)
        self.init(appKey, nonce, timestamp, signature)
        for (name, value) in fields() where !RequestHeaders.canCarry(value) {
            throw EncodeError(.header, path: "/" + name)
        }
    }

    /// Reads the fields of a request that came in; others are passed over, names are compared without case (API-005).
    ///
    /// - Throws: `header.missing`, or `header.duplicate` where one of the four came twice, in whatever spelling.
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
            guard let value = found[name] else { throw DecodeError(.headerMissing, offset: 0, path: "/" + name) }
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

    /// The header fields, in the order of the seed.
    public func fields(_ spelling: Spelling = .plain) -> [(name: String, value: String)] {
        zip(RequestHeaders.names, [appKey, nonce, timestamp, signature]).map { name, value in
            (spelling == .plain ? name : "RC-" + name, value)
        }
    }

    /// Whether the signature was made with this secret; says nothing of the request's age (API-008).
    public func isSigned(with secret: Secret) -> Bool {
        RequestSignature.verify(signature, secret: secret, nonce: nonce, timestamp: timestamp)
    }

    /// Whether a value arrives as it is: a line break would end the field, and spaces at the ends are cut off (API-007).
    private static func canCarry(_ value: String) -> Bool {
        let bytes = value.utf8
        return bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f } && bytes.first != 0x20 && bytes.last != 0x20
    }
}
