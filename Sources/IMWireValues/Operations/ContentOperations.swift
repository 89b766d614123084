// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The operations `content.decode`, `content.encode` and `content.describe`, on contents of the types in a registry.
enum ContentOperations {
    static func decode(_ request: JSONObject, _ registry: ContentRegistry) throws(OperationError) -> RawJSON {
        guard let name = request["objectName"]?.string, let bytes = request["bytes"]?.string.flatMap(Base64.decode)
        else { throw .unsupported("objectName or bytes is missing") }
        let limits = try limits(request)
        let decoded = try OperationError.reading(
            registry.decode(ObjectName(rawValue: name), bytes, mode: request.mode, limits: limits))
        return RawJSON(scanned: String(decoding: ContentItemWriter.answer(decoded), as: UTF8.self))
    }

    static func encode(_ request: JSONObject, _ registry: ContentRegistry) throws(OperationError) -> [UInt8] {
        guard let name = request["objectName"]?.string, let value = request["value"] else {
            throw .unsupported("objectName or value is missing")
        }
        return try registry.bytes(of: value, as: ObjectName(rawValue: name), limits: try limits(request))
    }

    /// Answers with the properties of a type in the registry, and the digest of a content (TST-104).
    static func describe(_ request: JSONObject, _ registry: ContentRegistry) throws(OperationError) -> RawJSON {
        guard let name = request["objectName"]?.string else { throw .unsupported("objectName is missing") }
        let content = request["bytes"] == nil ? nil : try request.bytes("bytes")
        return try registry.description(ObjectName(rawValue: name), content?.span)
    }

    private static func limits(_ request: JSONObject) throws(OperationError) -> DecodingLimits {
        guard let limits = DecodingLimits(named: request["limits"]) else { throw .unsupported("an unknown limit") }
        return limits
    }
}
