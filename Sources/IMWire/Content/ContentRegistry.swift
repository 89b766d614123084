// SPDX-License-Identifier: Apache-2.0

/// The message types known to a program: all built-in types and its custom types.
///
/// ```swift
/// var registry = ContentRegistry.builtIn
/// try registry.register(GiftMessage.self)
/// let message = try registry.decode(bytes, as: "app:GiftMsg")
/// ```
public struct ContentRegistry: Sendable {
    /// A registry of the built-in types only.
    public static let builtIn = ContentRegistry(ContentType.builtIn)
    /// A registry without types, for tests that read the built-in schemas as data.
    package static let none = ContentRegistry([])

    private var table = TypeTable()

    private init(_ types: [ContentType]) {
        for type in types { table.append(type) }
    }

    /// The registered types, ordered by name.
    public var all: [ContentType] {
        table.types.sorted { $0.objectName.rawValue < $1.objectName.rawValue }
    }

    /// The type with this name, or nil if the name is not registered.
    public subscript(_ objectName: ObjectName) -> ContentType? {
        table[objectName]
    }

    /// A description of a type's members, which is obtained without copying the whole type.
    enum Layout {
        /// A table, and the schema that keeps it alive.
        case table(MemberTable, ObjectSchema?)
        /// A Swift type that requests its members by name.
        case content(any MessageContent.Type)
        /// No members; the content is bytes.
        case bytes
    }

    /// Returns the description of the members of the type with this name.
    func layout(of objectName: ObjectName) -> Layout {
        guard let index = table.index(of: objectName) else { return .bytes }
        if let content = table.types[index].content {
            let members = content.memberTable
            return members.isOpen ? .content(content) : .table(members, nil)
        }
        guard let object = table.types[index].schema?.object else { return .bytes }
        return .table(object.table, object)
    }

    /// Returns how messages of a type are kept, or nil if the name is not registered or the flags are unpublished.
    package func persistence(of objectName: ObjectName) -> Persistence? {
        table.index(of: objectName).flatMap { table.types[$0].persistence }
    }

    /// Registers a custom type.
    ///
    /// - Parameters:
    ///   - type: The type, whose name and flags are its own.
    ///   - overridingReserved: Whether to allow a name that starts with `RC:`, for applications that already ship with
    ///     one (DEV-34); a built-in name remains taken.
    /// - Throws: `register.empty`, `register.length`, `register.reserved` or `register.taken` (CNT-003, CNT-004).
    public mutating func register<Content: MessageContent>(
        _ type: Content.Type, overridingReserved: Bool = false
    ) throws(RegistrationError) {
        try check(type.objectName, overridingReserved)
        table.append(ContentType(custom: type))
    }

    /// Registers a custom type that a schema describes (CNT-190).
    ///
    /// - Parameters:
    ///   - schema: The schema, which ``ContentSchema/decode(_:limits:)`` returns.
    ///   - overridingReserved: As for a Swift type.
    /// - Throws: The errors for a Swift type.
    public mutating func register(
        _ schema: ContentSchema, overridingReserved: Bool = false
    ) throws(RegistrationError) {
        try check(schema.objectName, overridingReserved)
        table.append(ContentType(schema))
    }

    private func check(_ name: ObjectName, _ overridingReserved: Bool) throws(RegistrationError) {
        if name.rawValue.isEmpty { throw RegistrationError(.empty, name) }
        if !name.hasValidLength { throw RegistrationError(.length, name) }
        if table[name] != nil { throw RegistrationError(.taken, name) }
        if name.isReserved && !overridingReserved { throw RegistrationError(.reserved, name) }
    }
}

// MARK: - Decoding

extension ContentRegistry {
    /// Decodes content of any type: a registered type by its schema, any other type as bytes (CNT-005).
    ///
    /// - Throws: `json.*`, `content.type` or `limit.*`; in strict mode, also an error for any deviation.
    public func decode(
        _ bytes: Span<UInt8>, as objectName: ObjectName, mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent> {
        guard let index = table.index(of: objectName) else {
            return try ContentRegistry.bytes(bytes, of: objectName, isKnown: false, mode, limits)
        }
        if let type = table.types[index].builtIn { return try type.decodeAny(bytes, mode, limits) }
        if let type = table.types[index].content { return try ContentRegistry.custom(type, bytes, mode, limits) }
        if let schema = table.types[index].schema { return try schema.decode(bytes, mode: mode, limits: limits) }
        return try ContentRegistry.bytes(bytes, of: objectName, isKnown: true, mode, limits)
    }

    private static func custom<Content: MessageContent>(
        _ type: Content.Type, _ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: DecodingLimits
    ) throws(DecodeError) -> Decoded<AnyContent> {
        let decoded = try type.decode(bytes, mode: mode, limits: limits)
        return Decoded(.known(decoded.value), deviations: decoded.deviations)
    }

    /// Returns the content of a type without members as unchanged bytes (CNT-007).
    static func bytes(
        _ bytes: Span<UInt8>, of objectName: ObjectName, isKnown: Bool, _ mode: DecodingMode, _ limits: DecodingLimits
    ) throws(DecodeError) -> Decoded<AnyContent> {
        if bytes.count > limits.contentBytes { throw DecodeError(.limitSize, offset: 0) }
        var copy: [UInt8] = []
        copy.append(bytes)
        let deviations = try ContentRegistry.check(objectName, mode)
        return Decoded(
            isKnown
                ? .opaque(OpaqueContent(objectName: objectName, bytes: copy))
                : .unknown(UnknownContent(objectName: objectName, bytes: copy)),
            deviations: deviations)
    }

    /// Decodes content of any type.
    public func decode(
        _ bytes: [UInt8], as objectName: ObjectName, mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent> {
        try decode(bytes.span, as: objectName, mode: mode, limits: limits)
    }

    /// Returns the deviation of a name that the service would not accept; an unknown name is not a deviation (CNT-002).
    static func check(_ objectName: ObjectName, _ mode: DecodingMode) throws(DecodeError) -> [Deviation] {
        if objectName.hasValidLength { return [] }
        if mode == .strict { throw DecodeError(.objectNameLength, offset: 0) }
        return [Deviation(objectName.rawValue.isEmpty ? .emptyObjectName : .longObjectName, offset: 0)]
    }
}
