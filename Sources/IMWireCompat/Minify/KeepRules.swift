// SPDX-License-Identifier: Apache-2.0

/// The rules that name the classes and fields whose names a minified build keeps (CMP-136).
///
/// A rule counts as one that keeps a name wherever the files do not show that it does not.
struct KeepRules: Sendable {
    /// A class, as far as keep rules can distinguish it.
    struct Subject {
        /// The name with its package, with `$` before the names of nested classes.
        var name: String
        /// The simple names of the classes and interfaces that it is derived from, directly or indirectly.
        var heritage: Set<String>
        /// Whether it may be derived from others that are not known.
        var hasUnknownHeritage: Bool
        /// The simple names of the class's annotations.
        var annotations: [String]
        /// Whether its serializer uses the names of methods, so that a rule that keeps these also counts.
        var usesMethods: Bool
    }

    /// A rule that keeps the names of fields.
    private struct Rule: Sendable {
        var names: [NamePattern] = []
        /// Whether the rule excludes classes, which is not examined further.
        var excludes = false
        var annotation: String?
        /// The simple name or pattern of the class that matching classes are derived from.
        var base: String?
        var keepsMethods = false
        /// The patterns of the fields that are kept.
        var fields: [NamePattern] = []
    }

    private var rules: [Rule] = []
    /// Whether nothing is renamed, or the files do not show what is.
    private(set) var keepsAll = false
    /// The names of the files that were read.
    private(set) var files: Set<String> = []
    /// The names of the files that these include.
    private var included: Set<String> = []
    private static let maximum = 20_000

    /// Returns whether a file may hold keep rules.
    static func isRuleFile(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".pro") || name.hasSuffix(".pgcfg")
            || ([".txt", ".cfg", ".rules"].contains { name.hasSuffix($0) }
                && ["proguard", "r8", "keep", "consumer"].contains { name.contains($0) })
    }

    /// Whether a file that another one includes was not read.
    var isIncomplete: Bool { !included.isSubset(of: files) }

    /// Records that a file could not be read, so that nothing is known to be renamed.
    mutating func addUnread() { keepsAll = true }

    /// Adds the rules of a file.
    mutating func add(_ name: String, _ text: String) {
        guard files.count < KeepRules.maximum else { return keepsAll = true }
        files.insert(name)
        let text = KeepRuleText(text)
        if text.isBroken { keepsAll = true }
        for option in text.options {
            switch option.name {
            case "-dontobfuscate", "-applymapping": keepsAll = true
            case "-include", "@":
                let path = option.specification.split { $0 == "/" || $0 == "\\" }.last ?? ""
                included.insert(path.filter { $0 != "\"" && $0 != "'" })
            default: add(option)
            }
        }
    }

    private mutating func add(_ option: KeepRuleText.Option) {
        guard option.name.hasPrefix("-keep"), !["-keepattributes", "-keeppackagenames"].contains(option.name),
            !option.modifiers.contains("allowobfuscation"), let members = option.members
        else { return }
        guard rules.count < KeepRules.maximum else { return keepsAll = true }
        var rule = Rule()
        var words = option.specification.split { $0.isWhitespace }.map(String.init)[...]
        // Modifiers, an annotation and the kind of declaration precede the names.
        while let word = words.first {
            words = words.dropFirst()
            if word == "@interface" || word == "!@interface" { return }
            if word.hasPrefix("@") {
                rule.annotation = KeepRules.simple(word.dropFirst())
            } else if word == "class" || word == "!interface" || word == "!enum" {
                break
            } else if word == "enum" || word == "interface" {
                return
            }
        }
        if let place = words.firstIndex(where: { $0 == "extends" || $0 == "implements" }) {
            rule.base = words[(place + 1)...].first { !$0.hasPrefix("@") }.map { KeepRules.simple($0[...]) }
            words = words[..<place]
        }
        let names = words.joined().split(separator: ",")
        rule.excludes = names.contains { $0.hasPrefix("!") }
        rule.names = names.filter { !$0.hasPrefix("!") }.map { NamePattern(String($0)) }
        for member in members.prefix(1_000) { KeepRules.add(member, to: &rule) }
        if !rule.fields.isEmpty || rule.keepsMethods { rules.append(rule) }
    }

    /// Adds what a member of a rule keeps: `*`, `<fields>`, `int count`, `!private <fields>`.
    private static func add(_ member: String, to rule: inout Rule) {
        // Only fields with the annotation are kept, and these are not at risk in the first place.
        if member.hasPrefix("@") { return }
        let words = member.split { $0.isWhitespace }.map(String.init)
        guard let last = words.last, !words.dropLast().contains("static") else { return }
        if last == "*" && words.dropLast().allSatisfy({ isModifier($0) }) {
            rule.fields.append(NamePattern("**"))
            rule.keepsMethods = true
        } else if last == "<fields>" {
            rule.fields.append(NamePattern("**"))
        } else if last == "<methods>" {
            if !words.contains("native") { rule.keepsMethods = true }
        } else if let open = member.firstIndex(of: "(") {
            let name = member[..<open].split { $0.isWhitespace }.last.map(String.init) ?? ""
            let parameters = member[open...].filter { !$0.isWhitespace }
            let isGetter = ["()", "(...)"].contains(parameters) && NamePattern(name).matches("getValue")
            if isGetter { rule.keepsMethods = true }
        } else {
            rule.fields.append(NamePattern(last))
        }
    }

    private static func isModifier(_ word: String) -> Bool {
        ["public", "private", "protected", "final", "transient", "volatile", "static"]
            .contains(word.hasPrefix("!") ? String(word.dropFirst()) : word)
    }

    /// Returns the last part of a name: `Gift` of `com.example.Gift`.
    private static func simple(_ name: Substring) -> String {
        String(name.split { $0 == "." || $0 == "$" }.last ?? name)
    }

    /// Returns whether a rule may keep the name of a field of a class.
    func mayKeep(_ field: String, of subject: Subject) -> Bool {
        if keepsAll || isIncomplete { return true }
        return rules.contains { rule in
            guard rule.fields.contains(where: { $0.matches(field) }) || (subject.usesMethods && rule.keepsMethods)
            else { return false }
            return KeepRules.matches(rule, subject)
        }
    }

    private static func matches(_ rule: Rule, _ subject: Subject) -> Bool {
        guard rule.excludes || rule.names.contains(where: { $0.matches(subject.name) }) else { return false }
        if let annotation = rule.annotation {
            guard annotation.contains("*") || subject.annotations.contains(annotation) else { return false }
        }
        guard let base = rule.base else { return true }
        return base.contains("*") || subject.hasUnknownHeritage || subject.heritage.contains(base)
    }
}
