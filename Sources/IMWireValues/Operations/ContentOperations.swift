// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The operations `content.decode`, `content.encode` and `content.describe`, on contents of the types in a registry.
enum ContentOperations {
    static func decode(_ request: JSONObject, _ registry: ContentRegistry) throws(OperationError) -> RawJSON {
        guard let name = request["objectName"]?.string, let bytes = request["bytes"]?.string.flatMap(Base64.decode)
        else { throw .unsupported("objectName or bytes is missing") }
        let limits = try limits(request)
        let decoded = try OperationError.reading(
            registry.decode(bytes, as: ObjectName(rawValue: name), mode: request.mode, limits: limits))
        return RawJSON(scanned: String(decoding: ContentItemWriter.answer(decoded, size: bytes.count), as: UTF8.self))
    }

    /// Encodes a content, canonically or for a profile (TST-061, TST-207), or assigns its members to one that arrived
    /// (TST-213).
    @Sendable
    static func encode(_ request: JSONObject, _ registry: ContentRegistry) throws(OperationError) -> Operation.Answer {
        guard let name = request["objectName"]?.string, let value = request["value"] else {
            throw .unsupported("objectName or value is missing")
        }
        let (objectName, limits) = (ObjectName(rawValue: name), try limits(request))
        let bytes: [UInt8]
        if request["from"] == nil {
            bytes = try registry.bytes(of: value, as: objectName, limits: limits)
        } else {
            let arrived = try request.bytes("from")
            bytes = try ArrivedContent(arrived.span, as: objectName, registry, limits).bytes(assigning: value)
        }
        guard let profile = try request["profile"].map(EncodeProfile.init(request:)) else { return .bytes(bytes) }
        var reading = limits
        reading.contentBytes = .max
        let content = try OperationError.reading(registry.decode(bytes, as: objectName, limits: reading)).value
        let written = content.encoded(for: profile)
        if written.bytes.count > limits.contentBytes { throw .encoding(EncodeError(.size)) }
        return .members(
            .object(["bytes": RawJSON.base64(written.bytes), "departures": written.departures.map(\.departure)]))
    }

    /// Answers with the properties of a type in the registry, and the digest of a content (TST-104).
    static func describe(_ request: JSONObject, _ registry: ContentRegistry) throws(OperationError) -> RawJSON {
        guard let name = request["objectName"]?.string else { throw .unsupported("objectName is missing") }
        let content = request["bytes"] == nil ? nil : try request.bytes("bytes")
        return try registry.description(ObjectName(rawValue: name), content?.span)
    }

    /// Validates a content without decoding it (TST-209).
    static func validate(_ request: JSONObject, _ registry: ContentRegistry) throws(OperationError) -> RawJSON {
        guard let name = request["objectName"]?.string else { throw .unsupported("objectName is missing") }
        let (bytes, limits) = (try request.bytes("bytes"), try limits(request))
        var validator = ContentValidator(registry: registry, mode: request.mode, limits: limits)
        try OperationError.reading(validator.validate(bytes.span, as: ObjectName(rawValue: name)))
        return .object(["deviations": validator.deviations.names])
    }

    /// Reads one member of a content (TST-210).
    static func member(_ request: JSONObject) throws(OperationError) -> RawJSON {
        guard let name = request["name"]?.string else { throw .unsupported("name is missing") }
        let bytes = try request.bytes("bytes")
        let value = try OperationError.reading(MemberLookup.raw(name, in: bytes.span))
        return .object(["value": (value.map { [JSONLine.onOneLine($0)] } ?? []).json])
    }

    private static func limits(_ request: JSONObject) throws(OperationError) -> DecodingLimits {
        guard let limits = DecodingLimits(named: request["limits"]) else { throw .unsupported("an unknown limit") }
        return limits
    }
}
