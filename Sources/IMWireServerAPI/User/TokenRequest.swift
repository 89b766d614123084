// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A request for the token with which a user connects: `/user/getToken` (API-030).
///
/// ```swift
/// let request = TokenRequest(userID: "u1", name: "Kim")
/// let body = try request.form().encoded()  // userId=u1&name=Kim
/// ```
public struct TokenRequest: FormRequest, Hashable {
    /// The id of the user in the application: 1 to 64 bytes.
    public var userID: String
    /// The name shown in push notifications: up to 128 bytes; the seed and the SDKs always send it.
    public var name: String?
    /// The URL of the user's picture: up to 1024 bytes.
    public var portraitUri: String?
    /// All other fields that arrived, in order (API-023).
    public var unknownFields: [FormField] = []

    /// The path to which the request is posted.
    public var path: String { ServiceEndpoint.getToken.rawValue }

    /// Creates a request.
    public init(userID: String, name: String, portraitUri: String? = nil) {
        self.userID = userID
        self.name = name
        self.portraitUri = portraitUri
    }

    private static let rules = ServiceEndpoint.getToken.form.fields

    /// Reads a request.
    ///
    /// - Throws: `form.*`, `limit.*`.
    public init(
        decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient, limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        var reader = try FormDecoder(bytes, TokenRequest.rules, mode, limits, isService: true)
        userID = try reader.text("userId") ?? ""
        name = try reader.text("name")
        portraitUri = try reader.text("portraitUri")
        unknownFields = reader.rest
    }

    /// Returns the fields of the request.
    ///
    /// - Throws: `encode.field`, `encode.size`.
    public func form() throws(EncodeError) -> URLEncodedForm {
        var writer = FormEncoder(TokenRequest.rules)
        try writer.append("userId", userID)
        try writer.append("name", name)
        try writer.append("portraitUri", portraitUri)
        return writer.finish(unknownFields)
    }
}
