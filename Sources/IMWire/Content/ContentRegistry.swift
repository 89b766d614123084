// SPDX-License-Identifier: Apache-2.0

/// The message types that a program knows: all built-in ones, and those of its own.
///
/// ```swift
/// var registry = ContentRegistry.builtIn
/// try registry.register(GiftMessage.self)
/// let message = try registry.decode("app:GiftMsg", bytes)
/// ```
public struct ContentRegistry: Sendable {
    /// The types built in, and nothing else.
    public static let builtIn = ContentRegistry()

    private var table = TypeTable()

    private init() {
        for type in ContentType.builtIn { table.append(type) }
    }

    /// The registered types, ordered by name.
    public var all: [ContentType] {
        table.types.sorted { $0.objectName.rawValue < $1.objectName.rawValue }
    }

    /// What is known of a name; nil where it is not registered.
    public subscript(_ objectName: ObjectName) -> ContentType? {
        table[objectName]
    }

    /// How messages of a type are kept; nil where the name is not registered, or nobody has published it.
    package func persistence(of objectName: ObjectName) -> Persistence? {
        table.index(of: objectName).flatMap { table.types[$0].persistence }
    }

    /// Adds a type of your own.
    ///
    /// - Parameter overridingReserved: allows a name that starts with `RC:`, for applications that ship with one
    ///   already (DEV-34); a built-in name is taken all the same.
    /// - Throws: `register.empty`, `register.length`, `register.reserved` or `register.taken` (CNT-003, CNT-004).
    public mutating func register<Content: MessageContent>(
        _ type: Content.Type, overridingReserved: Bool = false
    ) throws(RegistrationError) {
        let name = type.objectName
        if name.rawValue.isEmpty { throw RegistrationError(.empty, name) }
        if !name.hasValidLength { throw RegistrationError(.length, name) }
        if table[name] != nil { throw RegistrationError(.taken, name) }
        if name.isReserved && !overridingReserved { throw RegistrationError(.reserved, name) }
        table.append(ContentType(name, .custom, type.persistence, type))
    }
}

// MARK: - Reading

extension ContentRegistry {
    /// Reads a content of any type: a registered one by its schema, any other as the bytes that it is (CNT-005).
    ///
    /// - Throws: `json.*`, `content.type`, `field.type` or `limit.*`; in strict mode also for each deviation.
    public func decode(
        _ objectName: ObjectName, _ bytes: Span<UInt8>, mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent> {
        let index = table.index(of: objectName)
        if let index, let type = table.types[index].content {
            return try type.decodeAny(bytes, mode, limits)
        }
        if bytes.count > limits.contentBytes { throw DecodeError(.limitSize, offset: 0) }
        var copy: [UInt8] = []
        copy.append(bytes)
        let deviations = try ContentRegistry.judge(objectName, mode)
        return Decoded(
            content: index == nil
                ? .unknown(UnknownContent(objectName: objectName, bytes: copy))
                : .opaque(OpaqueContent(objectName: objectName, bytes: copy)),
            deviations: deviations)
    }

    /// Reads a content of any type.
    public func decode(
        _ objectName: ObjectName, _ bytes: [UInt8], mode: DecodingMode = .lenient,
        limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Decoded<AnyContent> {
        try decode(objectName, bytes.span, mode: mode, limits: limits)
    }

    /// An unknown name is no deviation; one that the service would not accept is (CNT-002).
    static func judge(_ objectName: ObjectName, _ mode: DecodingMode) throws(DecodeError) -> [Deviation] {
        if objectName.hasValidLength { return [] }
        if mode == .strict { throw DecodeError(.objectNameLength, offset: 0) }
        return [Deviation(objectName.rawValue.isEmpty ? .emptyObjectName : .longObjectName, offset: 0)]
    }
}
