// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The JSON form of contents in the testee protocol (TST-052, TST-053).
extension AnyContent {
    /// The whole content as JSON, or `{"$base64":"…"}` for a content of an opaque or unknown type.
    package var value: RawJSON {
        // The caller's limits have already bounded the depth.
        if isTyped, let json = try? RawJSON(text: String(decoding: encoded(), as: UTF8.self), limits: .unbounded) {
            return json
        }
        return .object(["$base64": RawJSON.base64(encoded())])
    }
}

extension [Deviation] {
    /// The distinct ids of the deviations, in the order in which they occurred.
    package var names: [String] {
        var names: [String] = []
        for deviation in self {
            let name = deviation.id.description
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The distinct ids of the deviations, in the order of their numbers.
    package var sortedNames: [String] { Set(map(\.id)).sorted().map(\.description) }
}

extension ContentRegistry {
    /// Encodes a value of the testee protocol as a content.
    ///
    /// A type with a schema is encoded canonically, and any other type as it was given.
    ///
    /// - Throws: the errors of decoding, if the value is not a content of that type.
    package func encode(
        value: RawJSON, as objectName: ObjectName, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> [UInt8] {
        if self[objectName]?.isTyped != true, let bytes = value["$base64"]?.base64 { return bytes }
        return try decode(value.text, as: objectName, limits: limits).value.encoded()
    }
}

extension ContentRegistry {
    /// Encodes a value as a content that is within the size limit, whatever the length of the value's spelling
    /// (TST-061).
    package func bytes(
        of value: RawJSON, as objectName: ObjectName, limits: DecodingLimits
    ) throws(OperationError) -> [UInt8] {
        var reading = limits
        reading.contentBytes = .max
        let bytes = try OperationError.reading(encode(value: value, as: objectName, limits: reading))
        if bytes.count > limits.contentBytes { throw .encoding(EncodeError(.size)) }
        return bytes
    }

    /// Returns what is known of a type, and the digest of a content (TST-104).
    package func description(_ objectName: ObjectName, _ content: Span<UInt8>?) throws(OperationError) -> RawJSON {
        let type = self[objectName]
        var digest: String?
        if let content {
            do throws(DecodeError) {
                digest = try decode(content, as: objectName).value.digest
            } catch {
                throw .decoding(error)
            }
        }
        return .object([
            "category": type?.category.rawValue ?? "unknown",
            "persistence": type?.persistence?.rawValue ?? RawJSON.null,
            "digest": digest,
        ])
    }
}

extension DecodingLimits {
    /// Creates limits from an object that overrides defaults, or returns nil if a name or value is invalid (TST-051).
    package init?(named json: RawJSON?) {
        self.init()
        for (name, value) in json?.members ?? [] {
            guard let number = value.number?.int64, let limit = Int(exactly: number), limit >= 0, set(name, limit)
            else { return nil }
        }
    }

    package mutating func set(_ name: String, _ limit: Int) -> Bool {
        switch name {
        case "contentBytes": contentBytes = limit
        case "depth": depth = limit
        case "members": members = limit
        case "stringBytes": stringBytes = limit
        case "items": items = limit
        case "numberBytes": numberBytes = limit
        case "unknownBytes": unknownBytes = limit
        default: return false
        }
        return true
    }
}
