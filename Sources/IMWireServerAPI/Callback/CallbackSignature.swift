// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The signature of a callback and the values that it signs, from the query of the callback's URL (API-070).
///
/// ```swift
/// let signature = CallbackSignature(secret: secret, nonce: nonce, timestamp: timestamp)
/// let received = try CallbackSignature(query: signature.encoded().span)
/// print(received.isSigned(with: secret))  // true
/// ```
public struct CallbackSignature: Hashable, Sendable {
    /// The key of the application, if the service states it.
    public var appKey: String?
    /// The nonce, which is new for every callback.
    public var nonce: String
    /// The time of the callback: `signTimestamp`, or `timestamp` if that is absent.
    public var timestamp: String
    /// The signature of the nonce and the timestamp.
    public var signature: String

    private static let rules: [FieldRule] = [
        FieldRule("appKey", .text(0...Int.max)), FieldRule("nonce", .text(1...Int.max), 1...1),
        FieldRule("signTimestamp", .text(1...Int.max)), FieldRule("timestamp", .text(1...Int.max)),
        FieldRule("signature", .text(0...Int.max), 1...1),
    ]

    /// Reads a query without its question mark, and ignores other fields.
    ///
    /// - Throws: `form.*`, `limit.*`.
    public init(
        query: Span<UInt8>, mode: DecodingMode = .lenient, limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        var reader = try FormDecoder(query, CallbackSignature.rules, mode, limits, isService: true)
        appKey = try reader.text("appKey")
        nonce = try reader.text("nonce") ?? ""
        let old = try reader.text("timestamp")
        guard let timestamp = try reader.text("signTimestamp") ?? old else {
            throw DecodeError(.formMissing, offset: query.count, path: "/signTimestamp")
        }
        self.timestamp = timestamp
        signature = try reader.text("signature") ?? ""
    }

    /// Creates a signed query, for a test double of the service.
    public init(appKey: String? = nil, secret: SecretText, nonce: String, timestamp: String) {
        self.appKey = appKey
        self.nonce = nonce
        self.timestamp = timestamp
        signature = RequestSignature.sign(secret: secret, nonce: nonce, timestamp: timestamp)
    }

    /// Returns the bytes of the query, without a question mark.
    public func encoded() -> [UInt8] {
        let key = appKey.map { [FormField("appKey", $0)] } ?? []
        return URLEncodedForm(
            key + [
                FormField("nonce", nonce), FormField("signTimestamp", timestamp), FormField("signature", signature),
            ]
        ).encoded()
    }

    /// Returns whether the signature was made with `secret`; the age of the callback is not checked (API-008).
    public func isSigned(with secret: SecretText) -> Bool {
        RequestSignature.verify(signature, secret: secret, nonce: nonce, timestamp: timestamp)
    }
}
