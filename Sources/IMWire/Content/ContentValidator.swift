// SPDX-License-Identifier: Apache-2.0

/// A validator that checks content without building its value, as a gateway does for every message it forwards
/// (CNT-052).
///
/// The validator accepts and reports exactly what decoding does. Reuse one validator: once its buffers have grown,
/// content without deviations is validated without allocating memory.
///
/// ```swift
/// var validator = ContentValidator(mode: .strict)
/// try validator.validate(#"{"content":"hi"}"#, as: "RC:TxtMsg")
/// print(validator.deviations.count)  // 0
/// ```
public struct ContentValidator: Sendable {
    /// The known types.
    public var registry: ContentRegistry
    /// How deviations are handled.
    public var mode: DecodingMode
    /// The limits of a content.
    public var limits: DecodingLimits
    /// The deviations of the content validated last, in the order in which they were encountered.
    public private(set) var deviations: [Deviation] = []

    /// Storage for unknown members, which is reused for the next content.
    private var unknown: [ObjectFrame.UnknownName] = []
    private var places = RareList<Int32>()

    /// Creates a validator.
    public init(
        registry: ContentRegistry = .builtIn, mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits()
    ) {
        self.registry = registry
        self.mode = mode
        self.limits = limits
    }

    /// Validates one content and stores its deviations in ``deviations``.
    ///
    /// - Throws: The errors of ``ContentRegistry/decode(_:as:mode:limits:)-(Span<UInt8>,_,_,_)``.
    public mutating func validate(_ bytes: Span<UInt8>, as objectName: ObjectName) throws(DecodeError) {
        if !deviations.isEmpty { deviations.removeAll(keepingCapacity: true) }
        let table: MemberTable
        let keeper: ObjectSchema?
        switch registry.layout(of: objectName) {
        case .table(let found, let schema):
            table = found
            keeper = schema
        case .content(let content):
            deviations = try validateByDecoding(content, bytes)
            return
        case .bytes:
            if bytes.count > limits.contentBytes { throw DecodeError(.limitSize, offset: 0) }
            deviations = try ContentRegistry.check(objectName, mode)
            return
        }
        defer { extendLifetime(keeper) }
        var reader = ContentDecoder(bytes, mode: mode, limits: limits)
        swap(&reader.deviations, &deviations)
        swap(&reader.unknown, &unknown)
        swap(&reader.places, &places)
        defer {
            swap(&reader.deviations, &deviations)
            swap(&reader.unknown, &unknown)
            swap(&reader.places, &places)
            // Emptying an empty array costs as much as reading a short member.
            if !unknown.isEmpty { unknown.removeAll(keepingCapacity: true) }
            if places.count > 0 { places.all.removeAll(keepingCapacity: true) }
        }
        try reader.check(table)
    }

    /// Validates one content.
    public mutating func validate(_ bytes: [UInt8], as objectName: ObjectName) throws(DecodeError) {
        try validate(bytes.span, as: objectName)
    }

    /// Validates content by decoding it, because a custom type requests its members itself.
    private func validateByDecoding<Content: MessageContent>(
        _ type: Content.Type, _ bytes: Span<UInt8>
    ) throws(DecodeError) -> [Deviation] {
        try type.decode(bytes, mode: mode, limits: limits).deviations
    }
}

extension ContentDecoder {
    /// Checks a complete content against its table.
    @_lifetime(self: copy self)
    fileprivate mutating func check(_ table: MemberTable) throws(DecodeError) {
        try scanner.begin()
        do {
            try checkMembers(table)
            frame.step = .object
            try scanner.finish()
        } catch {
            throw error.within(stepName)
        }
    }

    @_lifetime(self: copy self)
    private mutating func checkMembers(_ table: MemberTable) throws(DecodeError) {
        try open(table)
        while let slot = try next() {
            switch table.members[slot].kind {
            case .string: _ = try stringToken()
            case .base64: _ = try base64Token()
            case .integer: _ = try numericToken(isInteger: true)
            case .number: _ = try numericToken(isInteger: false)
            case .boolean: _ = try boolean()
            case .any: _ = try anyRange()
            case .object(let inner): try checkObject(inner)
            case .objects(let inner): try checkObjects(inner)
            case .strings: try eachString { _, _ in }
            case .rawObject: _ = try rawToken(.openBrace)
            case .rawArray: _ = try rawToken(.openBracket)
            case .stringMap: _ = try mapToken(ofLists: false)
            case .stringListMap: _ = try mapToken(ofLists: true)
            }
        }
    }

    @_lifetime(self: copy self)
    private mutating func checkObject(_ table: MemberTable) throws(DecodeError) {
        guard try beginObject(emptyDeviation: table.emptyDeviation) else { return }
        let brace = scanner.position
        let outer = enter()
        let known = deviations.count
        let isEmpty: Bool
        do {
            try checkMembers(table)
            isEmpty = meansNothing
            leave(outer, known)
        } catch {
            let located = error.within(stepName)
            leave(outer, known)
            throw located
        }
        if isEmpty { try empty(table.emptyDeviation, at: brace) }
    }

    @_lifetime(self: copy self)
    private mutating func checkObjects(_ table: MemberTable) throws(DecodeError) {
        guard try beginList() else { return }
        var index = 0
        while try nextItem(index) {
            guard scanner.next == .openBrace else { return try unreadable() }
            let outer = enter()
            let known = deviations.count
            do {
                try checkMembers(table)
                leave(outer, known)
            } catch {
                let located = error.within(stepName)
                leave(outer, known)
                throw located
            }
            index += 1
        }
    }
}
