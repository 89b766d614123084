// SPDX-License-Identifier: Apache-2.0

/// A recognizer of groups of text constants that are the values of a member named `operation` (CMP-111):
/// `#define Contact_ContactOperationRequest @"Request"`, `GROUP_OPERATION_ADD = "Add"`, `static let quit = "Quit"`.
///
/// A group is found by the word "operation" in the names, or because the file compares `operation` with its constants.
/// The rules are the same for all languages.
struct OperationRecognizer: FileRecognizer {
    let file: SourceFile

    /// A constant, with the index of its name.
    private struct Constant {
        var name: String
        var text: String
        var index: Int
        var owner: String
        /// The enumeration that the name itself indicates.
        var stem = ""
        /// Whether the file compares an operation with the constant.
        var isCompared = false
    }

    private static let word = "operation"
    /// The maximum number of constants of a file, which bounds memory.
    private static let maximum = 2_000
    /// The maximum number of tokens between a constant and the operation that it is compared with.
    private static let reach = 10
    private static let declaring: Set<String> = ["const", "final", "let", "val", "static", "readonly", "#define"]

    func run(_ claims: inout ScanClaims) {
        // The constants of scripts have a recognizer of their own.
        guard !file.language.isScript else { return }
        let words = source.places(of: .word) { ClassRecognizer.plain($0).holds(OperationRecognizer.word) }
        if words.isEmpty { return }
        var constants = constants()
        guard constants.count > 1 else { return }
        compare(&constants)
        var groups: [String: [Constant]] = [:]
        var order: [String] = []
        func add(_ constant: Constant, _ stem: String) {
            let key = stem + " " + constant.owner
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(constant)
        }
        for constant in constants where !constant.stem.isEmpty { add(constant, constant.stem) }
        for run in OperationRecognizer.runs(constants) where run.count(where: \.isCompared) > 1 {
            for constant in run { add(constant, "") }
        }
        for key in order {
            guard let group = groups[key], group.count > 1, claims.enumerations.count < 10_000 else { continue }
            if let claim = claim(group) { claims.enumerations.append(claim) }
        }
    }

    // MARK: Constants

    private func constants() -> [Constant] {
        var constants: [Constant] = []
        for index in 0..<source.count where source[index].isWord && constants.count < OperationRecognizer.maximum {
            guard let value = value(of: index), !source[value].text.isEmpty, source[value].text.utf8.count <= 64 else {
                continue
            }
            let name = source[index].text
            constants.append(
                Constant(
                    name: name, text: source[value].text, index: index, owner: owner(at: index),
                    stem: OperationRecognizer.stem(name)))
        }
        return constants
    }

    /// Returns the index of the text that a constant is defined as, or nil if the word at an index defines none.
    private func value(of index: Int) -> Int? {
        if source.isWord(index - 1, "#define") { return string(index + 1) }
        var equals = index + 1
        // A declared type separates the name from the value in some languages.
        if source.isSymbol(equals, ":"), source[equals + 1].isWord {
            equals += 2
        } else if file.language == .go, source.isWord(equals, "string") {
            equals += 1
        }
        guard source.isSymbol(equals, "="), let text = string(equals + 1) else { return nil }
        let end = text + 1
        let isWhole = source.isSymbol(end, ";") || source.isSymbol(end, ",") || source[end].startsLine
        return isWhole && isConstant(index) ? text : nil
    }

    private func string(_ index: Int) -> Int? {
        let text = source.isSymbol(index, "@") ? index + 1 : index
        return source[text].isString ? text : nil
    }

    /// Returns whether a name that a text is assigned to is that of a constant, by its spelling or its declaration.
    private func isConstant(_ index: Int) -> Bool {
        let name = source[index].text
        if name.utf8.count > 2, name.first?.isUppercase == true, !name.contains(where: \.isLowercase) { return true }
        for back in stride(from: index - 1, to: max(index - 7, -1), by: -1) {
            guard source[back].isWord || source.isSymbol(back, "*") else { return false }
            if OperationRecognizer.declaring.contains(source[back].text) { return true }
        }
        return false
    }

    /// Returns the name of the innermost class around an index; an empty string if there is none.
    private func owner(at index: Int) -> String {
        file.outline.declarations.last { $0.body.contains(index) }?.ownerName ?? ""
    }

    /// Returns the part of a name up to the word "operation" with it, if more follows, or an empty string.
    private static func stem(_ name: String) -> String {
        let bytes = Array(name.utf8)
        let lowercased = Array(name.lowercased().utf8)
        guard bytes.count == lowercased.count, bytes.count > word.utf8.count else { return "" }
        for start in stride(from: bytes.count - word.utf8.count - 1, through: 0, by: -1)
        where lowercased[start...].starts(with: word.utf8) {
            let next = bytes[start + word.utf8.count]
            guard next == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next) else { continue }
            return String(decoding: bytes[..<(start + word.utf8.count)], as: UTF8.self)
        }
        return ""
    }

    // MARK: Comparisons

    /// Marks the constants that the file compares with an operation, or assigns to one.
    private func compare(_ constants: inout [Constant]) {
        let places = Dictionary(constants.indices.map { (constants[$0].name, [$0]) }, uniquingKeysWith: +)
        for index in 0..<source.count where source[index].isWord {
            guard let found = places[source[index].text], !found.contains(where: { constants[$0].index == index }),
                isBesideOperation(index) || isCaseOfOperation(index)
            else { continue }
            for constant in found { constants[constant].isCompared = true }
        }
    }

    /// Returns whether the statement around a word, as far as the next comma, mentions an operation.
    private func isBesideOperation(_ index: Int) -> Bool {
        for step in [-1, 1] {
            var place = index + step
            while abs(place - index) <= OperationRecognizer.reach, place >= 0, place < source.count {
                let token = source[place]
                if token.kind == .symbol, [";", "{", "}", ",", "&&", "||"].contains(token.text) { break }
                if isOperation(place) { return true }
                place += step
            }
        }
        return false
    }

    private func isCaseOfOperation(_ index: Int) -> Bool {
        guard source.isWord(index - 1, "case") || source.isSymbol(index + 1, "->") || source.isSymbol(index - 1, ","),
            let open = source.bracket(around: index), source.isSymbol(open, "{")
        else { return false }
        let head = open - OperationRecognizer.reach ..| open
        return head.contains { ["switch", "when", "match"].contains(source[$0].text) }
            && head.contains(where: isOperation)
    }

    private func isOperation(_ index: Int) -> Bool {
        guard source[index].isWord, source[index].text.utf8.count < 64 else { return false }
        return ClassRecognizer.plain(source[index].text).hasSuffix(OperationRecognizer.word)
    }

    /// Returns the groups of constants without the word in their names: those that are compared with an operation, and
    /// their neighbors whose names start alike.
    private static func runs(_ constants: [Constant]) -> [[Constant]] {
        var runs: [[Constant]] = []
        for (owner, all) in Dictionary(grouping: constants.filter(\.stem.isEmpty), by: \.owner).ordered(by: {
            $0.key < $1.key
        }) {
            let compared = all.filter(\.isCompared)
            guard compared.count > 1 else { continue }
            let prefix = compared.dropFirst().reduce(compared[0].name) { common, constant in
                String(zip(common, constant.name).prefix { $0 == $1 }.map(\.0))
            }
            let isTelling = prefix.utf8.count > 2 && prefix.utf8.count > owner.prefix(1).utf8.count
            runs.append(all.filter { $0.isCompared || (isTelling && $0.name.hasPrefix(prefix)) })
        }
        return runs
    }

    // MARK: Enumerations

    private func claim(_ group: [Constant]) -> EnumerationClaim? {
        guard let first = group.first else { return nil }
        let className = first.owner.isEmpty ? declaringClass(of: first) : first.owner
        let words = [first.stem, className].lazy.map(OperationRecognizer.words).first { !$0.isEmpty }
        guard let words else { return nil }
        let name = words.enumerated().map { $0 == 0 ? $1 : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
        let wireName = name + "Operation"
        guard isOnWire(wireName, group) else { return nil }
        var claim = EnumerationClaim(
            className: className, line: source.line(first.index), file: file.index, wireName: wireName)
        claim.isConversationType = false
        for constant in group {
            claim.texts.append((shortName(constant, className), constant.text, source.line(constant.index)))
        }
        return claim
    }

    /// Returns whether constants are known values of the registry, or the file has a member `operation` that holds them.
    private func isOnWire(_ wireName: String, _ group: [Constant]) -> Bool {
        if group.contains(where: \.isCompared) { return true }
        if let known = KnownEnumeration.named(wireName),
            group.contains(where: { constant in known.values.contains { $0.name == constant.text } })
        {
            return true
        }
        return file.outline.declarations.contains { $0.fields.contains { $0.name == OperationRecognizer.word } }
            || !source.places(of: .string, among: [OperationRecognizer.word]).isEmpty
    }

    /// Returns the class that a constant outside of classes belongs to: the one that its name starts with, or the only
    /// one of the file.
    private func declaringClass(of constant: Constant) -> String {
        let names = Set(file.outline.declarations.map(\.name))
        if let name = names.filter({ constant.name.hasPrefix($0) && $0.utf8.count > 3 }).max(by: { $0.count < $1.count }
        ) {
            return name
        }
        return names.count == 1 ? names.first ?? "" : ""
    }

    /// Returns a constant's name without its class, which languages without scopes write before it.
    private func shortName(_ constant: Constant, _ className: String) -> String {
        guard !className.isEmpty, constant.name.hasPrefix(className + "_"), !constant.stem.isEmpty else {
            return constant.name
        }
        let rest = constant.name.dropFirst(constant.stem.count).drop { $0 == "_" }
        return rest.isEmpty ? constant.name : String(rest)
    }

    /// The words that name no subject.
    private static let common: Set<String> = [
        "operation", "notification", "notice", "message", "msg", "ntf", "content", "info", "item", "provider", "type",
        "constants", "constant", "const", "consts", "utils", "util", "manager", "helper", "model", "data", "key",
        "value", "view",
    ]

    /// Returns the subject in a name, in lower case: `contact` for `RCDContactNotificationMessage`, `group` for
    /// `GROUP_OPERATION`.
    ///
    /// The words before the last underscore count only if none follow it.
    private static func words(_ name: String) -> [String] {
        for part in name.contains(where: \.isLowercase) ? name.split(separator: "_").reversed() : [name[...]] {
            // A prefix such as `RCD` is not a word.
            let isCamel = part.contains(where: \.isLowercase)
            let subject = part.nameWords.filter { word in
                !(isCamel && word.count < 5 && word.allSatisfy(\.isUppercase)) && !common.contains(word.lowercased())
            }
            if !subject.isEmpty { return subject.prefix(4).map { $0.lowercased() } }
        }
        return []
    }
}
