// SPDX-License-Identifier: Apache-2.0

/// Reads members by name for custom types: in any order, each at most once.
///
/// A name is a literal in the source. A member that is never requested is unknown and can be kept with
/// ``ContentDecoder/unknownMembers()``. Deviations are reported as for built-in types. In lenient mode, a member that
/// cannot be read as the requested type is nil, stays among the unknown members and is reported as DEV-140 (CNT-180);
/// in strict mode, it throws `field.type`.
extension ContentDecoder {
    /// Reads a string, or returns nil if the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func string(_ name: StaticString, required: Bool = false) throws(DecodeError) -> String? {
        guard let end = try seek(name, required) else { return nil }
        let value = try string()
        resume(end)
        return value
    }

    /// Reads a number as written, or returns nil if the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func number(_ name: StaticString, required: Bool = false) throws(DecodeError) -> JSONNumber? {
        guard let end = try seek(name, required) else { return nil }
        let value = try number()
        resume(end)
        return value
    }

    /// Reads an integer, or returns nil if the member is absent, null or unreadable.
    ///
    /// A number that has a fraction or does not fit in 64 bits is unreadable here, because an `Int` cannot represent
    /// it. Use ``number(_:required:)`` to keep any number that arrives.
    @_lifetime(self: copy self)
    public mutating func integer(_ name: StaticString, required: Bool = false) throws(DecodeError) -> Int? {
        guard let end = try seek(name, required) else { return nil }
        let start = scanner.position
        guard let value = try integer() else {
            resume(end)
            return nil
        }
        let integer = value.int
        if integer == nil {
            scanner.position = start
            try unreadable()
        }
        resume(end)
        return integer
    }

    /// Reads a Boolean, or returns nil if the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func boolean(_ name: StaticString, required: Bool = false) throws(DecodeError) -> Bool? {
        guard let end = try seek(name, required) else { return nil }
        let value = try boolean()
        resume(end)
        return value
    }

    /// Reads a Base64 text, or returns nil if the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func base64(_ name: StaticString, required: Bool = false) throws(DecodeError) -> Base64Text? {
        guard let end = try seek(name, required) else { return nil }
        let value = try base64()
        resume(end)
        return value
    }

    /// Reads a value of any type as the JSON text that arrived, or returns nil if the member is absent, null or
    /// unreadable.
    @_lifetime(self: copy self)
    public mutating func any(_ name: StaticString, required: Bool = false) throws(DecodeError) -> RawJSON? {
        guard let end = try seek(name, required) else { return nil }
        let value = try any()
        resume(end)
        return value
    }

    /// Reads a nested object, such as `user`, or returns nil if the member is absent, null, an empty array or
    /// unreadable.
    ///
    /// An empty object is also nil if the type says that an empty object means absence (CNT-043).
    @_lifetime(self: copy self)
    public mutating func object<Object: ContentObject>(
        _ name: StaticString, as type: Object.Type, required: Bool = false
    ) throws(DecodeError) -> Object? {
        guard let end = try seek(name, required) else { return nil }
        let value = try object(type)
        resume(end)
        return value
    }

    /// Reads an array of strings, or returns nil if the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func strings(_ name: StaticString, required: Bool = false) throws(DecodeError) -> [String]? {
        guard let end = try seek(name, required) else { return nil }
        let value = try strings()
        resume(end)
        return value
    }

    /// Reads an array of objects, or returns nil if the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func objects<Object: ContentObject>(
        _ name: StaticString, as type: Object.Type, required: Bool = false
    ) throws(DecodeError) -> [Object]? {
        guard let end = try seek(name, required) else { return nil }
        let value = try objects(type)
        resume(end)
        return value
    }

    /// Scans the whole object once, so that members can be requested in any order.
    @_lifetime(self: copy self)
    mutating func index() throws(DecodeError) {
        if frame.isIndexed { return }
        try open(.open)
        while try next() != nil {}
        frame.isIndexed = true
    }

    /// Moves to the value of a member.
    ///
    /// - Returns: The position to return to, or nil if the member is absent.
    @_lifetime(self: copy self)
    private mutating func seek(_ name: StaticString, _ required: Bool) throws(DecodeError) -> Int? {
        try index()
        frame.step = .named(name)
        let end = scanner.position
        guard
            let found = (frame.firstUnknown..<unknown.count).first(where: {
                !unknown[$0].isReplaced && scanner.isName(unknown[$0], name)
            })
        else {
            if required { try deviate(.missing, .fieldMissing, at: end - 1) }
            return nil
        }
        let range = unknown.remove(at: found).range
        frame.unknownSize -= range.size
        frame.nameStart = range.nameStart
        scanner.position = range.valueStart
        scanner.depth += 1
        // A required member that is null is missing as well (CNT-031).
        if required, scanner.nextToken() == UInt8(ascii: "n") {
            try null()
            try deviate(.missing, .fieldMissing, at: end - 1)
            resume(end)
            return nil
        }
        return end
    }

    /// Moves back to the end of the object.
    @_lifetime(self: copy self)
    private mutating func resume(_ end: Int) {
        scanner.position = end
        scanner.depth -= 1
        frame.step = .object
    }
}
