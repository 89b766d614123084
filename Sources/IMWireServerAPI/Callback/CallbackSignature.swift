// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What the query of a callback's URL says of its origin (API-070).
public struct CallbackSignature: Hashable, Sendable {
    /// The application, where the service names it.
    public var appKey: String?
    /// The text that is new for every callback.
    public var nonce: String
    /// The time of the callback: `signTimestamp`, or `timestamp` where that is absent.
    public var timestamp: String
    /// The signature of both.
    public var signature: String

    private static let rules: [FieldRule] = [
        FieldRule("appKey", .text(0...Int.max)), FieldRule("nonce", .text(0...Int.max), 1...1),
        FieldRule("signTimestamp", .text(0...Int.max)), FieldRule("timestamp", .text(0...Int.max)),
        FieldRule("signature", .text(0...Int.max), 1...1),
    ]

    /// Reads the query, without its question mark; other fields are passed over.
    ///
    /// - Throws: `form.*`, `limit.*`.
    public init(
        query: Span<UInt8>, mode: DecodingMode = .lenient, limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        var reader = try FormReader(query, CallbackSignature.rules, mode, limits)
        appKey = try reader.text("appKey")
        nonce = try reader.text("nonce") ?? ""
        let old = try reader.text("timestamp")
        guard let timestamp = try reader.text("signTimestamp") ?? old else {
            throw DecodeError(.formMissing, offset: query.count, path: "/signTimestamp")
        }
        self.timestamp = timestamp
        signature = try reader.text("signature") ?? ""
    }

    /// Signs a callback, for a test double of the service.
    public init(appKey: String? = nil, secret: Secret, nonce: String, timestamp: String) {
        self.appKey = appKey
        self.nonce = nonce
        self.timestamp = timestamp
        signature = RequestSignature.sign(secret: secret, nonce: nonce, timestamp: timestamp)
    }

    /// The query's bytes, without a question mark.
    public func encoded() -> [UInt8] {
        let key = appKey.map { [FormField("appKey", $0)] } ?? []
        return Form(
            key + [
                FormField("nonce", nonce), FormField("signTimestamp", timestamp), FormField("signature", signature),
            ]
        ).encoded()
    }

    /// Whether the signature was made with this secret; says nothing of the callback's age (API-008).
    public func isSigned(with secret: Secret) -> Bool {
        RequestSignature.verify(signature, secret: secret, nonce: nonce, timestamp: timestamp)
    }
}
