// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A content that arrived, to which the members of a value can be assigned (CNT-183, TST-213).
package struct ArrivedContent {
    private let content: AnyContent
    private let objectName: ObjectName
    private let registry: ContentRegistry
    private let limits: DecodingLimits

    /// Decodes a content in lenient mode.
    ///
    /// - Throws: The errors of decoding; `unsupported` for an opaque or unknown type, which has no members.
    package init(
        _ bytes: Span<UInt8>, as objectName: ObjectName, _ registry: ContentRegistry, _ limits: DecodingLimits
    ) throws(OperationError) {
        guard registry[objectName]?.isTyped == true else { throw .unsupported("the type has no members") }
        content = try OperationError.reading(registry.decode(bytes, as: objectName, limits: limits)).value
        self.objectName = objectName
        self.registry = registry
        self.limits = limits
    }

    /// Returns the canonical bytes of the content after each member that lenient mode reads from `value` has replaced
    /// that of the content.
    ///
    /// - Throws: The errors of reading the value; `encode.size` if the bytes exceed the size limit; `unsupported` for a
    ///   custom type that is written in Swift.
    package func bytes(assigning value: RawJSON) throws(OperationError) -> [UInt8] {
        // The size limit applies to the content, not to the spelling of the value (TST-061).
        var reading = limits
        reading.contentBytes = .max
        let canonical = try OperationError.reading(
            registry.encode(value: value, as: objectName, limits: reading))
        // The canonical form lacks whatever counts as absent, such as a user without members (CNT-043).
        let other = try OperationError.reading(registry.decode(canonical, as: objectName, limits: reading)).value
        let bytes: [UInt8]
        switch (content, other) {
        case (.known(let content as any AssignableContent), .known(let other)):
            bytes = ArrivedContent.bytes(of: content, assigning: other)
        case (.schema(let content), .schema(let other)):
            bytes = ArrivedContent.bytes(of: content, assigning: other)
        default: throw .unsupported("the members of the type are not listed")
        }
        if bytes.count > limits.contentBytes { throw .encoding(EncodeError(.size)) }
        return bytes
    }

    private static func bytes<Content: AssignableContent>(
        of content: Content, assigning other: any MessageContent
    ) -> [UInt8] {
        var content = content
        if let other = other as? Content { content.assign(membersOf: other) }
        return content.encoded()
    }

    private static func bytes(of content: SchemaContent, assigning other: SchemaContent) -> [UInt8] {
        var content = content
        for name in content.schema.memberNames {
            if let value = other[name] { content[name] = value }
        }
        return content.encoded()
    }
}

/// A content to which the members of another one can be assigned; every built-in type with members conforms.
protocol AssignableContent: MessageContent {
    /// Assigns each member that is present in `other`; a nested object or a list is assigned as a whole.
    mutating func assign(membersOf other: Self)
}
