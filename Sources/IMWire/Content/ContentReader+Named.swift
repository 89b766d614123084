// SPDX-License-Identifier: Apache-2.0

/// Reading members by name, for types of your own: in any order, each at most once.
///
/// A name is written in the source. A member that nobody asks for is unknown and can be kept with
/// ``ContentReader/unknownMembers()``. What deviates is reported as for built-in types.
extension ContentReader {
    /// Reads a string; nil where the member is absent or null.
    ///
    /// - Throws: `field.type` where the value is an object or a list; in strict mode for any other type.
    @_lifetime(self: copy self)
    public mutating func string(_ name: StaticString, required: Bool = false) throws(DecodeError) -> String? {
        guard let end = try seek(name, required) else { return nil }
        let value = try string()
        resume(end)
        return value
    }

    /// Reads a number as it is spelled; nil where the member is absent or null.
    @_lifetime(self: copy self)
    public mutating func number(_ name: StaticString, required: Bool = false) throws(DecodeError) -> JSONNumber? {
        guard let end = try seek(name, required) else { return nil }
        let value = try number()
        resume(end)
        return value
    }

    /// Reads an integer; nil where the member is absent or null.
    ///
    /// - Throws: `field.type` where the number has a fraction or does not fit 64 bits: a property of type `Int` could not
    ///   keep it. Use ``number(_:required:)`` to keep whatever arrives.
    @_lifetime(self: copy self)
    public mutating func integer(_ name: StaticString, required: Bool = false) throws(DecodeError) -> Int? {
        guard let end = try seek(name, required) else { return nil }
        let start = scanner.position
        let value = try integer()
        resume(end)
        guard let value else { return nil }
        guard let integer = value.int64.flatMap({ Int(exactly: $0) }) else {
            frame.step = .named(name)
            throw DecodeError(.fieldType, offset: start)
        }
        return integer
    }

    /// Reads a boolean; nil where the member is absent or null.
    @_lifetime(self: copy self)
    public mutating func boolean(_ name: StaticString, required: Bool = false) throws(DecodeError) -> Bool? {
        guard let end = try seek(name, required) else { return nil }
        let value = try boolean()
        resume(end)
        return value
    }

    /// Reads a Base64 text; nil where the member is absent or null.
    @_lifetime(self: copy self)
    public mutating func base64(_ name: StaticString, required: Bool = false) throws(DecodeError) -> Base64Text? {
        guard let end = try seek(name, required) else { return nil }
        let value = try base64()
        resume(end)
        return value
    }

    /// Reads any value as the JSON text that arrived; nil where the member is absent or null.
    @_lifetime(self: copy self)
    public mutating func any(_ name: StaticString, required: Bool = false) throws(DecodeError) -> RawJSON? {
        guard let end = try seek(name, required) else { return nil }
        let value = try any()
        resume(end)
        return value
    }

    /// Reads a nested object, such as `user`; nil where the member is absent, null or empty.
    @_lifetime(self: copy self)
    public mutating func object<Object: ContentObject>(
        _ name: StaticString, as type: Object.Type, required: Bool = false
    ) throws(DecodeError) -> Object? {
        guard let end = try seek(name, required) else { return nil }
        let value = try object(type)
        resume(end)
        return value
    }

    /// Reads a list of strings; nil where the member is absent or null.
    @_lifetime(self: copy self)
    public mutating func strings(_ name: StaticString, required: Bool = false) throws(DecodeError) -> [String]? {
        guard let end = try seek(name, required) else { return nil }
        let value = try strings()
        resume(end)
        return value
    }

    /// Reads a list of objects; nil where the member is absent or null.
    @_lifetime(self: copy self)
    public mutating func objects<Object: ContentObject>(
        _ name: StaticString, as type: Object.Type, required: Bool = false
    ) throws(DecodeError) -> [Object]? {
        guard let end = try seek(name, required) else { return nil }
        let value = try objects(type)
        resume(end)
        return value
    }

    /// Walks over the whole object once, so that members can be asked for in any order.
    @_lifetime(self: copy self)
    mutating func index() throws(DecodeError) {
        if frame.isIndexed { return }
        try open(.open)
        while try next() != nil {}
        frame.isIndexed = true
    }

    /// Goes to a member's value; returns where to go back to, or nil where the member is absent.
    @_lifetime(self: copy self)
    private mutating func seek(_ name: StaticString, _ required: Bool) throws(DecodeError) -> Int? {
        try index()
        frame.step = .named(name)
        let end = scanner.position
        let wanted = name.description
        guard let found = unknown[frame.firstUnknown...].firstIndex(where: { isNamed($0, wanted) }) else {
            if required { try deviate(.missing, .fieldMissing, at: end - 1) }
            return nil
        }
        let range = unknown.remove(at: found).range
        frame.unknownSize -= range.size
        frame.nameStart = range.nameStart
        scanner.position = range.valueStart
        scanner.depth += 1
        return end
    }

    private func isNamed(_ unknown: ObjectFrame.UnknownName, _ wanted: String) -> Bool {
        if unknown.isEscaped { return text(of: unknown).utf8.elementsEqual(wanted.utf8) }
        return scanner.text.slice(unknown.range.nameStart + 1, unknown.range.nameEnd - 1).equals(wanted.utf8.span)
    }

    /// Goes back to the object's end.
    @_lifetime(self: copy self)
    private mutating func resume(_ end: Int) {
        scanner.position = end
        scanner.depth -= 1
        frame.step = .object
    }
}
