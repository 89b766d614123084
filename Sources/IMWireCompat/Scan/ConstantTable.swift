// SPDX-License-Identifier: Apache-2.0

/// The constants of one file, in order.
struct ConstantList: Sendable {
    private(set) var entries: [(String, ConstantTable.Definition)] = []
    /// The headers that the file imports, if it is one of Objective-C.
    var headers: ImportedHeaders?

    mutating func add(_ name: String, _ definition: ConstantTable.Definition) { entries.append((name, definition)) }
}

/// The constants of all files, with the evaluation of expressions that use them.
struct ConstantTable {
    struct Definition: Sendable {
        var value: SourceExpression
        /// Whether the constant is declared inside a function, so that other files cannot refer to it.
        var isLocal: Bool
    }

    /// The reason that an expression has no value.
    struct Unresolved: Error {
        var reason: String
    }

    /// The values of definitions that have been evaluated.
    private final class Memory {
        var texts: [Int: Result<String, Unresolved>] = [:]
        var numbers: [Int: Result<Int, Unresolved>] = [:]
    }

    private var definitions: [Definition] = []
    /// The indices of the definitions of each name, in the order of the files.
    private var places: [String: [Int]] = [:]
    /// The headers that each Objective-C file imports.
    private var headers: [Int: ImportedHeaders] = [:]
    private let memory = Memory()

    private static let maximumTotal = 400_000
    private static let maximumPerName = 256
    private static let maximumDepth = 16

    /// Adds the definitions of the file with an index.
    mutating func add(_ list: ConstantList, of file: Int) {
        headers[file] = list.headers
        for (name, definition) in list.entries { add(name, definition) }
    }

    private mutating func add(_ name: String, _ definition: Definition) {
        guard definitions.count < ConstantTable.maximumTotal, !isFull(name, definition.value.file) else { return }
        places[name, default: []].append(definitions.count)
        definitions.append(definition)
    }

    /// Returns whether a file has the maximum number of definitions of a name, of which it was the last one to add any.
    private func isFull(_ name: String, _ file: Int) -> Bool {
        guard let all = places[name], all.count >= ConstantTable.maximumPerName else { return false }
        return definitions[all[all.count - ConstantTable.maximumPerName]].value.file == file
    }

    /// The constants in lists of objectNames, whose owners have names such as `ObjectName` or `MessageObjectNames`.
    var objectNames: [SourceExpression] {
        definitions.filter { definition in
            let owner = definition.value.owner.lowercased()
            return !definition.isLocal && (owner.hasSuffix("objectname") || owner.hasSuffix("objectnames"))
        }.map(\.value).ordered { ($0.file, $0.line) < ($1.file, $1.line) }
    }

    func text(_ expression: SourceExpression, depth: Int = 0) throws(Unresolved) -> String {
        guard depth < ConstantTable.maximumDepth else { throw Unresolved(reason: "constants that refer to each other") }
        if let obstacle = expression.obstacle { throw Unresolved(reason: obstacle) }
        if let alternatives = expression.alternatives { return try agreed(alternatives, depth) }
        var text = ""
        var isEmpty = true
        for term in expression.terms {
            switch term {
            case .text(let part): text += part
            case .number(let number):
                if expression.holdsText { text += String(number) } else { throw Unresolved(reason: "a number") }
            case .name(let path):
                text += try resolved(path, expression) { index throws(Unresolved) in
                    try remembered(\.texts, index) { () throws(Unresolved) in
                        try self.text(definitions[index].value, depth: depth + 1)
                    }
                }
            case .join: continue
            case .or: throw Unresolved(reason: "several values")
            case .unknown(let what): throw Unresolved(reason: what)
            }
            isEmpty = false
        }
        if isEmpty { throw Unresolved(reason: "no value") }
        return text
    }

    /// Returns the text of alternatives that are equal: `ObjectName.Text | "RC:TxtMsg"`.
    private func agreed(_ alternatives: [SourceExpression], _ depth: Int) throws(Unresolved) -> String {
        var found: String?
        for alternative in alternatives {
            let text = try text(alternative, depth: depth + 1)
            if let found, found.utf8.elementsEqual(text.utf8) == false { throw Unresolved(reason: "several values") }
            found = text
        }
        guard let found else { throw Unresolved(reason: "no value") }
        return found
    }

    /// Returns the number of an expression, which may join flags and use the vendor's own words.
    func number(_ expression: SourceExpression, depth: Int = 0) throws(Unresolved) -> Int {
        guard depth < ConstantTable.maximumDepth else { throw Unresolved(reason: "constants that refer to each other") }
        if let obstacle = expression.obstacle { throw Unresolved(reason: obstacle) }
        var number: Int?
        for term in expression.terms {
            switch term {
            case .number(let value): number = (number ?? 0) | value
            case .name(let path):
                let value: Int
                do throws(Unresolved) {
                    value = try resolved(path, expression) { index throws(Unresolved) in
                        try remembered(\.numbers, index) { () throws(Unresolved) in
                            try self.number(definitions[index].value, depth: depth + 1)
                        }
                    }
                } catch {
                    guard let last = path.last, let known = FlagWords.value(of: last) else { throw error }
                    value = known
                }
                number = (number ?? 0) | value
            case .join, .or: continue
            case .text(let word):
                // Scripts may hold the vendor's words as texts.
                guard let value = FlagWords.value(of: word) else { throw Unresolved(reason: "a text") }
                number = (number ?? 0) | value
            case .unknown(let what): throw Unresolved(reason: what)
            }
        }
        guard let number else { throw Unresolved(reason: "no value") }
        return number
    }

    /// Returns the JSON type of constants, or none if one of them is unknown or if they have different types.
    func kinds(of values: [SourceExpression]) -> [ManifestMember.MemberType] {
        var found: [ManifestMember.MemberType] = []
        for value in values {
            let kind: ManifestMember.MemberType
            if (try? text(value)) != nil {
                kind = .string
            } else if value.words.allSatisfy({ FlagWords.value(of: $0) == nil }), (try? number(value)) != nil {
                kind = .integer
            } else {
                return []
            }
            if found.isEmpty { found = [kind] } else if found != [kind] { return [] }
        }
        return found
    }

    /// Returns the value of a definition, which is evaluated once even if it is used several times.
    private func remembered<Value>(
        _ kept: ReferenceWritableKeyPath<Memory, [Int: Result<Value, Unresolved>]>, _ index: Int,
        _ evaluate: () throws(Unresolved) -> Value
    ) throws(Unresolved) -> Value {
        if let known = memory[keyPath: kept][index] { return try known.get() }
        memory[keyPath: kept][index] = .failure(Unresolved(reason: "constants that refer to each other"))
        let result = Result { () throws(Unresolved) in try evaluate() }
        memory[keyPath: kept][index] = result
        return try result.get()
    }

    /// Returns the value of a name in its scope: the value of the nearest definitions, if all of them agree.
    private func resolved<Value: Equatable>(
        _ path: [String], _ place: SourceExpression, _ evaluate: (Int) throws(Unresolved) -> Value
    ) throws(Unresolved) -> Value {
        let candidates = candidates(path, place)
        var found: Value?
        for candidate in candidates {
            let value = try evaluate(candidate)
            if let found, found != value {
                throw Unresolved(reason: "\(path.joined(separator: ".")) has several values")
            }
            found = value
        }
        guard let found else {
            throw Unresolved(reason: "\(path.joined(separator: ".")) is declared nowhere in this tree")
        }
        return found
    }

    private func candidates(_ path: [String], _ place: SourceExpression) -> [Int] {
        guard let name = path.last, let places = places[name] else { return [] }
        let here = places[places.firstSorted { definitions[$0].value.file >= place.file }...].prefix {
            definitions[$0].value.file == place.file
        }
        let all = places.prefix(ConstantTable.maximumPerName)
        if path.count > 1 {
            let owner = path[path.count - 2]
            for list in [here, all] {
                let owned = list.filter { definitions[$0].value.owner == owner }
                if !owned.isEmpty { return owned }
            }
            return all.filter { !definitions[$0].isLocal && definitions[$0].value.owner.isEmpty }
        }
        let inClass = here.filter {
            !place.owner.isEmpty && !definitions[$0].isLocal && definitions[$0].value.owner == place.owner
        }
        if !inClass.isEmpty { return inClass }
        let nearest = here.last { definitions[$0].isLocal && definitions[$0].value.line <= place.line } ?? here.last
        if let nearest { return [nearest] }
        let elsewhere = all.filter { !definitions[$0].isLocal }
        let inherited = elsewhere.filter { !place.owner.isEmpty && definitions[$0].value.owner == place.owner }
        if !inherited.isEmpty { return inherited }
        let global = elsewhere.filter { definitions[$0].value.owner.isEmpty }
        return preferred(global.isEmpty ? elsewhere : global, place.file)
    }

    /// Returns those of several definitions that are in the header of an Objective-C file or else in a header that it
    /// imports, if there are any.
    private func preferred(_ definitions: [Int], _ file: Int) -> [Int] {
        guard definitions.count > 1, let own = headers[file] else { return definitions }
        let stem = { (index: Int) in headers[self.definitions[index].value.file]?.stem ?? "" }
        let ofHeader = definitions.filter { stem($0) == own.stem }
        if !ofHeader.isEmpty { return ofHeader }
        let imported = definitions.filter { own.names.contains(stem($0)) }
        return imported.isEmpty ? definitions : imported
    }
}

/// The vendor's words for flags on all platforms: `ISPERSISTED`, `MessagePersistent_ISCOUNTED`, `persisted`, `Count`.
enum FlagWords {
    /// Returns the number on the wire that a word stands for; counted includes persisted.
    static func value(of word: String) -> Int? {
        let plain = word.uppercased().filter { $0 != "_" }
        if plain.hasSuffix("COUNTED") || plain.hasSuffix("COUNT") { return 3 }
        if plain.hasSuffix("PERSISTED") || plain.hasSuffix("PERSIST") { return 1 }
        if plain.hasSuffix("STATUS") { return 16 }
        if plain.hasSuffix("NONE") || plain.hasSuffix("ISDISPLAYED") { return 0 }
        return nil
    }
}
