// SPDX-License-Identifier: Apache-2.0

/// One object in a schema file and its location.
struct SchemaNode {
    /// The name of the file, as given by the caller.
    let file: String
    /// The location of the object, as a JSON Pointer.
    let path: String
    /// The members of the object, in which no name occurs twice.
    let members: [(name: String, value: RawJSON)]

    /// Creates a node from an object.
    ///
    /// - Throws: `schema.value` if the value is not an object, `schema.json` if a name occurs twice.
    init(_ value: RawJSON, _ file: String, _ path: String) throws(SchemaError) {
        self.file = file
        self.path = path
        guard let members = value.members else { throw SchemaError(.value, file, path, "expected an object") }
        self.members = members
        var names: Set<[UInt8]> = []
        for member in members where !names.insert(Array(member.name.utf8)).inserted {
            throw SchemaError(.json, file, path, "\(SchemaNode.shown(member.name)) occurs twice")
        }
    }

    /// Creates a node from a file.
    ///
    /// - Throws: `schema.json` if the file is not a JSON object or repeats a name, `schema.limit` if it exceeds a
    ///   limit.
    init(file: SchemaFile, limits: DecodingLimits) throws(SchemaError) {
        let text: RawJSON
        do {
            text = try RawJSON(parsing: file.text.span, limits: limits, isStrict: true)
        } catch {
            let isLimit = error.code.rawValue.hasPrefix("limit.")
            throw SchemaError(
                isLimit ? .limit : .json, file.name, "",
                isLimit ? "the file exceeds a limit, \(error.code.rawValue)" : "not JSON, \(error.code.rawValue)",
                offset: error.offset)
        }
        guard text.kind == .object else { throw SchemaError(.json, file.name, "", "expected a JSON object") }
        try self.init(text, file.name, "")
    }

    subscript(_ name: String) -> RawJSON? {
        members.first { $0.name.equals(name) }?.value
    }

    /// Returns the location of a member.
    func path(to name: String) -> String { SchemaNode.path(path, to: name) }

    static func path(_ path: String, to name: String) -> String {
        var step = "/"
        for character in name.unicodeScalars {
            switch character {
            case "~": step += "~0"
            case "/": step += "~1"
            default: step.unicodeScalars.append(character)
            }
        }
        return path + step
    }

    /// Returns an error located at a member.
    func fault(_ code: SchemaError.Code, at name: String, _ reason: String) -> SchemaError {
        SchemaError(code, file, path(to: name), reason)
    }

    /// Returns an error located at the object itself.
    func fault(_ code: SchemaError.Code, _ reason: String) -> SchemaError {
        SchemaError(code, file, path, reason)
    }

    /// Returns a name for use in an error message: at most 64 characters, without control characters.
    static func shown(_ name: String) -> String {
        let text = String(String.UnicodeScalarView(name.unicodeScalars.prefix(64).filter { $0 >= " " }))
        return name.unicodeScalars.count > 64 ? "`\(text)…`" : "`\(text)`"
    }
}

// MARK: - Values

extension SchemaNode {
    /// Returns the string at a name, or nil if it is absent.
    func string(_ name: String) throws(SchemaError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw fault(.value, at: name, "expected a string") }
        return text
    }

    /// Returns whether a name is present, whose value must be true.
    func flag(_ name: String) throws(SchemaError) -> Bool {
        guard let value = self[name] else { return false }
        if value.boolean == true { return true }
        throw fault(.value, at: name, value.boolean == nil ? "expected true or false" : "only true has a meaning")
    }

    /// Returns the integer at a name, or nil if it is absent, or null where `orNull` allows it.
    func integer(_ name: String, orNull: Bool = false) throws(SchemaError) -> Int? {
        guard let value = self[name] else { return nil }
        if orNull, value.kind == .null { return nil }
        guard let number = value.number, let integer = number.int else {
            throw fault(.value, at: name, "expected an integer")
        }
        return integer
    }

    /// Returns the object at a name, or nil if it is absent.
    func node(_ name: String) throws(SchemaError) -> SchemaNode? {
        guard let value = self[name] else { return nil }
        return try SchemaNode(value, file, path(to: name))
    }

    /// Returns the array at a name, with the location of each element, or nil if it is absent.
    func list(_ name: String) throws(SchemaError) -> [(value: RawJSON, path: String)]? {
        guard let value = self[name] else { return nil }
        guard let elements = value.elements else { throw fault(.value, at: name, "expected a list") }
        let path = path(to: name)
        return elements.enumerated().map { ($1, "\(path)/\($0)") }
    }

    /// Returns the array of strings at a name, or nil if it is absent.
    func strings(_ name: String) throws(SchemaError) -> [String]? {
        guard let elements = try list(name) else { return nil }
        var strings: [String] = []
        for element in elements {
            guard let text = element.value.string else {
                throw SchemaError(.value, file, element.path, "expected a string")
            }
            strings.append(text)
        }
        return strings
    }

    /// Returns the number of the deviation at a name, or nil if it is absent.
    func deviation(_ name: String) throws(SchemaError) -> UInt16? {
        guard let text = try string(name) else { return nil }
        guard text.hasPrefix("DEV-"), let number = UInt16(text.dropFirst(4)), number > 0,
            Deviation.ID(number).description == text
        else { throw fault(.value, at: name, "expected the id of a deviation, such as DEV-08") }
        return number
    }

    /// Rejects keywords that are not in `keywords`.
    func allow(_ keywords: Set<String>) throws(SchemaError) {
        for member in members where !keywords.contains(member.name) {
            let hint = SchemaKeywords.hint(member.name).map { ": \($0)" } ?? " in this place"
            throw fault(.keyword, at: member.name, "\(SchemaNode.shown(member.name)) is not a keyword\(hint)")
        }
    }
}
