// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A request that sends a message through the server API (API-050).
///
/// ```swift
/// let request = PublishRequest(.private, from: "u1", to: ["u2"], content: TextMessage(content: "hi"))
/// let body = try request.form().encoded()
/// ```
public struct PublishRequest: FormRequest, Hashable {
    /// The endpoint to which the request is posted.
    public var endpoint: PublishEndpoint
    /// The id of the sender.
    public var fromUserID: String
    /// The ids of the recipients: users, groups or rooms; empty for a broadcast.
    public var targets: [String]
    /// The type of the content.
    public var objectName: ObjectName
    /// The content: JSON text for the built-in types, any text for custom types (API-052).
    public var content: String
    /// The delivery options.
    public var options: PublishOptions
    /// All other fields that arrived, in order (API-023).
    public var unknownFields: [FormField] = []

    /// The path to which the request is posted.
    public var path: String { endpoint.rawValue }

    /// Creates a request with a content that is already text.
    public init(
        _ endpoint: PublishEndpoint, from fromUserID: String, to targets: [String] = [], objectName: ObjectName,
        content: String, options: PublishOptions = PublishOptions()
    ) {
        self.endpoint = endpoint
        self.fromUserID = fromUserID
        self.targets = targets
        self.objectName = objectName
        self.content = content
        self.options = options
    }

    /// Creates a request with a content of a known type.
    public init<Content: MessageContent>(
        _ endpoint: PublishEndpoint, from fromUserID: String, to targets: [String] = [], content: Content,
        options: PublishOptions = PublishOptions()
    ) {
        self.init(
            endpoint, from: fromUserID, to: targets, objectName: Content.objectName,
            content: String(decoding: content.encoded(), as: UTF8.self), options: options)
    }

    /// Reads a request received by an endpoint.
    ///
    /// - Throws: `form.*`, `limit.*`. The content is not decoded; see ``decodedContent(in:mode:limits:)``.
    public init(
        _ endpoint: PublishEndpoint, decoding bytes: Span<UInt8>, mode: DecodingMode = .lenient,
        limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        var reader = try FormDecoder(bytes, endpoint.rules, mode, limits, isService: true)
        self.endpoint = endpoint
        fromUserID = try reader.text("fromUserId") ?? ""
        targets = if let field = endpoint.targetField { try reader.values(field) } else { [] }
        let onlyUsers = endpoint == .group ? try reader.values("toUserId") : []
        objectName = ObjectName(rawValue: try reader.text("objectName") ?? "")
        content = try reader.text("content") ?? ""
        options = try PublishOptions(&reader)
        options.onlyUsers = onlyUsers
        unknownFields = reader.rest
    }

    /// Returns the fields of the request.
    ///
    /// - Throws: `encode.field`, `encode.size`.
    public func form() throws(EncodeError) -> URLEncodedForm {
        var writer = FormEncoder(endpoint.rules)
        try writer.append("fromUserId", fromUserID)
        if let field = endpoint.targetField {
            try writer.append(field, targets)
        } else if !targets.isEmpty {
            throw EncodeError(.field, path: "/targets")
        }
        if endpoint == .group {
            try writer.append("toUserId", options.onlyUsers)
        } else if !options.onlyUsers.isEmpty {
            throw EncodeError(.field, path: "/toUserId")
        }
        try writer.append("objectName", objectName.rawValue)
        try writer.append("content", content)
        try options.write(to: &writer)
        return writer.finish(unknownFields)
    }

    /// Decodes the content by the rules of its type.
    ///
    /// - Throws: as `ContentRegistry.decode`. Offsets count from the first byte of the content.
    public func decodedContent(
        in registry: ContentRegistry = .builtIn, mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent> {
        try registry.decode(content, as: objectName, mode: mode, limits: limits)
    }
}
