// SPDX-License-Identifier: Apache-2.0

/// Reading members by name, for types of your own: in any order, each at most once.
///
/// A name is written in the source. A member that nobody asks for is unknown and can be kept with
/// ``ContentReader/unknownMembers()``. What deviates is reported as for built-in types. A member that cannot be read as
/// the type that is asked for is nil in lenient mode, stays among the unknown members and is reported as DEV-140
/// (CNT-180); strict mode throws `field.type`.
extension ContentReader {
    /// Reads a string; nil where the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func string(_ name: StaticString, required: Bool = false) throws(DecodeError) -> String? {
        guard let end = try seek(name, required) else { return nil }
        let value = try string()
        resume(end)
        return value
    }

    /// Reads a number as it is spelled; nil where the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func number(_ name: StaticString, required: Bool = false) throws(DecodeError) -> JSONNumber? {
        guard let end = try seek(name, required) else { return nil }
        let value = try number()
        resume(end)
        return value
    }

    /// Reads an integer; nil where the member is absent, null or unreadable.
    ///
    /// A number that has a fraction or does not fit 64 bits is unreadable here: a property of type `Int` could not keep
    /// it. Use ``number(_:required:)`` to keep whatever arrives.
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

    /// Reads a boolean; nil where the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func boolean(_ name: StaticString, required: Bool = false) throws(DecodeError) -> Bool? {
        guard let end = try seek(name, required) else { return nil }
        let value = try boolean()
        resume(end)
        return value
    }

    /// Reads a Base64 text; nil where the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func base64(_ name: StaticString, required: Bool = false) throws(DecodeError) -> Base64Text? {
        guard let end = try seek(name, required) else { return nil }
        let value = try base64()
        resume(end)
        return value
    }

    /// Reads any value as the JSON text that arrived; nil where the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func any(_ name: StaticString, required: Bool = false) throws(DecodeError) -> RawJSON? {
        guard let end = try seek(name, required) else { return nil }
        let value = try any()
        resume(end)
        return value
    }

    /// Reads a nested object, such as `user`; nil where the member is absent, null, empty or unreadable.
    @_lifetime(self: copy self)
    public mutating func object<Object: ContentObject>(
        _ name: StaticString, as type: Object.Type, required: Bool = false
    ) throws(DecodeError) -> Object? {
        guard let end = try seek(name, required) else { return nil }
        let value = try object(type)
        resume(end)
        return value
    }

    /// Reads a nested object, such as `user`; nil where the member is absent, null, empty or unreadable.
    @_lifetime(self: copy self)
    public mutating func object<Object: TabledObject>(
        _ name: StaticString, as type: Object.Type, required: Bool = false
    ) throws(DecodeError) -> Object? {
        guard let end = try seek(name, required) else { return nil }
        let value = try object(type)
        resume(end)
        return value
    }

    /// Reads a list of strings; nil where the member is absent, null or unreadable.
    @_lifetime(self: copy self)
    public mutating func strings(_ name: StaticString, required: Bool = false) throws(DecodeError) -> [String]? {
        guard let end = try seek(name, required) else { return nil }
        let value = try strings()
        resume(end)
        return value
    }

    /// Reads a list of objects; nil where the member is absent, null or unreadable.
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
        return end
    }

    /// Goes back to the object's end.
    @_lifetime(self: copy self)
    private mutating func resume(_ end: Int) {
        scanner.position = end
        scanner.depth -= 1
        frame.step = .object
    }
}
