// SPDX-License-Identifier: Apache-2.0

/// Puts claims together: looks constants up, finds the class behind a name, merges what is said twice.
struct ScanAssembly {
    let claims: ScanClaims
    let constants: ConstantTable
    let paths: [String]
    let languages: [SourceLanguage]
    /// Which files give way to the others.
    let secondary: [Bool]
    /// Which of them count only where no source declares a type.
    let yielding: [Bool]
    /// Where each class is, by name.
    private var classes: [String: [Int]] = [:]
    /// Where each enumeration is, by name.
    private var enumerations: [String: [Int]] = [:]
    var found: [ScannedType] = []
    private(set) var places: [TypeKey: Int] = [:]
    var unread: Set<UnreadPlace> = []
    var contradictions: [Contradiction] = []
    /// The types that sources declare, while files that give way to them are read.
    private var declared: Set<TypeKey> = []
    /// Further declarations of names that are declared twice, and not alike.
    var repeated: [ScannedType] = []
    /// The enumerations that a member of a type has.
    var usedEnumerations: Set<Int> = []
    /// How many members have been listed: memory is bounded although many types may share one long list.
    private var memberCount = 0
    private static let maximumMembers = 500_000
    /// What all contents of a family of languages have, as the first base class shows it.
    var common: [SourceLanguage: CommonMembers] = [:]
    /// Names that only files declare which give way to sources.
    var onlySecondary: Set<String> = []
    /// The folders, by family, whose code hands its objects to a native side (CMP-006).
    let bridges: Set<BridgeFolder>

    /// A type with all places.
    struct ScannedType {
        var objectName: String
        var place: FactSource
        var file: Int
        var className: (name: String, place: FactSource)?
        var flags: ManifestFlags?
        var flagNumber: Int?
        var members: [ManifestMember] = []
        /// Something that is sent shows the members of one message only.
        var isSent = false
        /// Whether a typed decoder reads it.
        var isTyped = false
        /// Whether the members of its family's base class are added to its own.
        var hasCommonMembers = false
    }

    init(
        claims: ScanClaims, constants: ConstantTable, paths: [String], languages: [SourceLanguage], secondary: [Bool],
        yielding: [Bool], bridges: Set<BridgeFolder>
    ) {
        self.yielding = yielding
        self.bridges = bridges
        self.secondary = secondary
        self.claims = claims
        self.constants = constants
        self.paths = paths
        self.languages = languages
        for (index, item) in claims.enumerations.enumerated() {
            enumerations[item.className, default: []].append(index)
        }
        for (index, item) in claims.classes.enumerated() { classes[item.name, default: []].append(index) }
    }

    mutating func run() -> ScanResult {
        // Documentation, examples and bundles give way to sources; most of them count only where there are no others.
        let (secondary, yielding, languages) = (secondary, yielding, languages)
        pass { !secondary[$0] }
        declared = Set(places.keys)
        let families = Set(declared.map(\.family))
        let sources = found.count
        pass { secondary[$0] }
        let isLeft = { (type: ScannedType) in yielding[type.file] && families.contains(languages[type.file].family) }
        onlySecondary = Set(found[sources...].filter(isLeft).map(\.objectName))
        found.replaceSubrange(sources..., with: found[sources...].filter { !isLeft($0) })
        if claims.isFull {
            let reason = "more than \(ScanClaims.maximum) classes and registrations; the rest were not kept"
            unread.insert(UnreadPlace(file: ".", line: 0, reason: reason))
        }
        return result()
    }

    /// Puts together what the files say that `isRead` picks.
    private mutating func pass(_ isRead: (Int) -> Bool) {
        for index in claims.classes.indices where isRead(claims.classes[index].file) { type(of: index) }
        for definition in claims.loose where isRead(definition.name.file) {
            loose(definition.name, definition.className)
        }
        let types = claims.types.filter { isRead($0.objectName.file) }
        for claim in types where claim.kind == .registration || claim.kind == .table { type(of: claim) }
        for claim in types where claim.kind == .naming { naming(claim) }
        for claim in types where claim.kind == .sent { type(of: claim) }
        for claim in types where claim.kind == .flags { flagged(claim) }
        for expression in constants.objectNames where isRead(expression.file) { listed(expression) }
    }

    // MARK: Classes

    private mutating func type(of index: Int) {
        let claim = claims.classes[index]
        guard let expression = claim.objectName else { return }
        let isMessage = claim.heritage.contains { $0.contains("Message") }
        let name: String
        do {
            name = try constants.text(expression)
        } catch {
            if !claim.mustLookRight || (expression.holdsText && isMessage) {
                notice(expression, "the objectName of \(claim.name): \(error.reason)")
            }
            return
        }
        guard ObjectNameShape.fits(name) || (!claim.mustLookRight && isMessage && !name.isEmpty) else { return }
        var type = ScannedType(
            objectName: name, place: place(expression, claim.mustLookRight ? .likely : .sure), file: claim.file)
        type.className = (claim.name, FactSource(file: paths[claim.file], line: claim.line))
        type.members = members(of: index, name)
        type.isTyped = relatives(of: index).contains { claims.classes[$0].isTyped }
        addCommonMembers(of: index, to: &type)
        let flagged = relatives(of: index).first { claims.classes[$0].flags != nil }
        flags(flagged.flatMap { claims.classes[$0].flags }, &type)
        add(type)
    }

    /// The claims that are about the same class: an interface and its implementation, extensions, methods elsewhere.
    func relatives(of index: Int) -> [Int] {
        let claim = claims.classes[index]
        let language = languages[claim.file]
        return [index]
            + (classes[claim.name] ?? []).prefix(256).filter { other in
                guard other != index, languages[claims.classes[other].file] == language else { return false }
                let file = claims.classes[other].file
                if language == .objc || language == .swift { return true }
                if language == .go { return folder(paths[file]) == folder(paths[claim.file]) }
                return file == claim.file && claims.classes[other].objectName == nil
            }
    }

    private func folder(_ path: String) -> Substring {
        path.utf8.lastIndex(of: 0x2f).map { path[..<$0] } ?? ""
    }

    /// The members of a class: the keys that its methods name, or what a serialiser makes of it.
    private mutating func members(of index: Int, _ objectName: String) -> [ManifestMember] {
        let (keys, fields) = content(of: index)
        return merge(keys, fields, objectName)
    }

    /// The keys of a class's JSON object, and the fields that give them types.
    private func content(of index: Int, depth: Int = 0) -> (keys: [KeyClaim], fields: [KeyClaim]) {
        let all = relatives(of: index)
        var visited = Set(all)
        let fields = all.flatMap { claims.classes[$0].fields } + inherited(all, &visited)
        let keys = all.flatMap { claims.classes[$0].keys }
        if !keys.isEmpty { return (keys, fields) }
        if depth < 4, let payload = payload(of: all, fields) { return content(of: payload, depth: depth + 1) }
        let inner = all.flatMap { claims.classes[$0].innerKeys }
        if !inner.isEmpty { return (inner, fields) }
        let renames = all.reduce(into: [String: String]()) { $0.merge(claims.classes[$1].renames) { one, _ in one } }
        guard !renames.isEmpty else { return (fields, []) }
        return (
            fields.map { field in
                guard let name = try? constants.text(field.name), let other = renames[name] else { return field }
                var renamed = field
                renamed.name = SourceExpression(text: other, file: field.name.file, line: field.name.line)
                return renamed
            }, []
        )
    }

    /// The class that a serialiser writes in place of one: a class that the decoder names, or a field's.
    private func payload(of all: [Int], _ fields: [KeyClaim]) -> Int? {
        for index in all {
            let claim = claims.classes[index]
            if let name = claim.payload, let found = nearest(name, claim.file), isContent(found), found != index {
                return found
            }
            if let field = claim.payloadField,
                let declared = fields.first(where: { $0.fields.contains(field) })?.declaredType,
                let name = DeclaredTypes.element(of: declared), let found = nearest(name, claim.file),
                isContent(found), !all.contains(found)
            {
                return found
            }
        }
        return nil
    }

    /// Whether a class can be the content of a message: it has members.
    private func isContent(_ index: Int) -> Bool {
        relatives(of: index).contains { relative in
            let claim = claims.classes[relative]
            return claim.keyword != "enum"
                && (!claim.fields.isEmpty || !claim.keys.isEmpty || !claim.innerKeys.isEmpty || claim.payload != nil)
        }
    }

    /// The fields of the classes above, which a serialiser takes too; each class counts once, however many paths lead
    /// to it.
    private func inherited(_ all: [Int], _ visited: inout Set<Int>, depth: Int = 0) -> [KeyClaim] {
        guard depth < 8 else { return [] }
        var fields: [KeyClaim] = []
        for index in all {
            let claim = claims.classes[index]
            let language = languages[claim.file]
            if language == .objc || language == .swift { continue }
            for name in claim.heritage where name != claim.name {
                let candidates = (classes[name] ?? []).prefix(64).filter {
                    languages[claims.classes[$0].file] == language
                }
                guard
                    let parent = candidates.first(where: { claims.classes[$0].file == claim.file }) ?? candidates.first
                else { continue }
                guard visited.insert(parent).inserted else { continue }
                fields += claims.classes[parent].fields + inherited([parent], &visited, depth: depth + 1)
            }
        }
        return fields
    }

    mutating func merge(
        _ keys: [KeyClaim], _ fields: [KeyClaim], _ objectName: String, _ within: [String] = []
    ) -> [ManifestMember] {
        var known: [[UInt8]: Int] = [:]
        var merged: [(name: String, claim: KeyClaim)] = []
        for key in keys {
            guard memberCount + merged.count < ScanAssembly.maximumMembers else {
                notice(key.name, "members: more than \(ScanAssembly.maximumMembers) in all types")
                break
            }
            let name: String
            do {
                name = try constants.text(key.name)
            } catch {
                notice(key.name, "a member of \(objectName): \(error.reason)")
                continue
            }
            guard !name.isEmpty, name.utf8.count <= 128 else { continue }
            if let place = known[Array(name.utf8)] {
                merged[place].claim.add(key)
            } else {
                known[Array(name.utf8)] = merged.count
                merged.append((name, key))
            }
        }
        memberCount += merged.count
        // A class that only writes, or only reads, says nothing of the other way.
        let isTwoWay = merged.contains { $0.claim.isRead } && merged.contains { $0.claim.isWritten }
        let declaredTypes = declaredTypes(of: fields)
        var required: [String: Bool] = [:]
        for field in fields { for word in field.fields { required[word] = required[word] ?? field.isRequired } }
        return merged.map { name, claim in
            // A list of coding keys says nothing of what is required; the fields behind them do.
            var claim = claim
            if claim.isRequired == nil, !claim.isRead, !claim.isWritten {
                claim.isRequired = claim.fields.lazy.compactMap { required[$0] }.first
            }
            var member = member(name, claim, declaredTypes, objectName, within)
            if isTwoWay, claim.isRead != claim.isWritten { member.direction = claim.isRead ? .read : .write }
            return member
        }
    }

    private mutating func member(
        _ name: String, _ claim: KeyClaim, _ declaredTypes: [String: String], _ objectName: String, _ within: [String]
    ) -> ManifestMember {
        var member = ManifestMember(name, source: place(claim.name, claim.certainty))
        let declared =
            claim.declaredType ?? claim.fields.lazy.compactMap { declaredTypes[$0] }.first ?? declaredTypes[name]
        member.types = claim.kinds
        if let declared {
            member.declaredType = declared
            let kinds = DeclaredTypes.kinds(of: declared)
            if !kinds.isEmpty, kinds != [.any] || claim.kinds.isEmpty { member.types = kinds }
        }
        member.isRequired = claim.isRequired
        member.absent = claim.absent
        member.omits = claim.omits
        member.defaultValue = claim.defaultValue
        member.aliases = claim.aliases
        guard within.count < 6 else { return member }
        if !claim.members.isEmpty {
            member.members = merge(claim.members, [], objectName, within + [name])
            if member.types.isEmpty || member.types == [.any] { member.types = [.object] }
        } else if let declared, let type = DeclaredTypes.element(of: declared), !within.contains(type) {
            enclose(type, claim.name.file, &member, objectName, within)
        }
        return member
    }

    /// Gives a member the members of its declared class, or the kind of the values of its enumeration.
    private mutating func enclose(
        _ type: String, _ file: Int, _ member: inout ManifestMember, _ objectName: String, _ within: [String]
    ) {
        if let enumeration = enumeration(type, file) {
            if member.types.isEmpty { member.types = [enumeration.texts.isEmpty ? .integer : .string] }
            return
        }
        guard let index = nearest(type, file), isContent(index) else { return }
        let (keys, fields) = content(of: index)
        member.members = merge(keys, fields, objectName, within + [type])
        if member.types.isEmpty { member.types = [.object] }
    }

    /// The enumeration of that name in the same family of languages; its values are on the wire.
    private mutating func enumeration(_ name: String, _ file: Int) -> EnumerationClaim? {
        guard let all = enumerations[name],
            let index = all.first(where: { languages[claims.enumerations[$0].file].family == languages[file].family })
        else { return nil }
        usedEnumerations.insert(index)
        return claims.enumerations[index]
    }

    /// The declared types of fields by name; of two fields with one name the first counts.
    private func declaredTypes(of fields: [KeyClaim]) -> [String: String] {
        var types: [String: String] = [:]
        for field in fields {
            guard let declared = field.declaredType, let name = try? constants.text(field.name) else { continue }
            for name in [name] + field.fields where types[name] == nil { types[name] = declared }
        }
        return types
    }

    // MARK: Names beside a class, registrations, messages

    private mutating func loose(_ expression: SourceExpression, _ className: String) {
        guard let name = try? constants.text(expression), ObjectNameShape.fits(name) || !name.isEmpty,
            places[key(name, expression.file)] == nil
        else { return }
        var type = ScannedType(objectName: name, place: place(expression, .sure), file: expression.file)
        if let index = (classes[className] ?? []).first(where: { languages[claims.classes[$0].file] == .objc }) {
            let claim = claims.classes[index]
            type.className = (className, FactSource(file: paths[claim.file], line: claim.line))
            type.members = members(of: index, name)
        }
        add(type)
    }

    /// A name in a list of names that nothing else speaks of.
    private mutating func listed(_ expression: SourceExpression) {
        guard let name = try? constants.text(expression), ObjectNameShape.fits(name),
            places[key(name, expression.file)] == nil
        else { return }
        add(ScannedType(objectName: name, place: place(expression, .likely), file: expression.file))
    }

    private mutating func type(of claim: TypeClaim) {
        let name: String
        do {
            name = try constants.text(claim.objectName)
        } catch {
            let isBuilt = claim.objectName.holdsText || claim.objectName.obstacle != nil
            if claim.kind == .registration || isBuilt {
                notice(claim.objectName, "an objectName: \(error.reason)")
            }
            return
        }
        guard ObjectNameShape.fits(name) || (claim.kind == .registration && !name.isEmpty) else { return }
        var type = ScannedType(
            objectName: name, place: place(claim.objectName, claim.kind == .registration ? .sure : .likely),
            file: claim.objectName.file)
        type.isSent = claim.kind == .sent
        type.members = merge(claim.keys, [], name)
        let given = claim.className.flatMap { try? constants.text($0) }
        if let given, let place = claim.className { type.className = (given, self.place(place, .likely)) }
        if let class_ = given ?? claim.payload, let index = nearest(class_, claim.objectName.file) {
            let found = claims.classes[index]
            type.className = (class_, FactSource(file: paths[found.file], line: found.line))
            let listed = type.members
            if listed.isEmpty || given == nil {
                let members = members(of: index, name)
                type.members = members + listed.filter { members.named($0.name) == nil }
            }
        }
        if type.members.isEmpty, let payload = claim.payload, let index = nearest(payload, claim.objectName.file) {
            type.members = members(of: index, name)
        }
        flags(claim.flags, &type)
        add(type)
    }

    /// The class of a name that is nearest to a file: in it, in its folder, anywhere in its language's family.
    func nearest(_ name: String, _ file: Int) -> Int? {
        let language = languages[file]
        let all = (classes[name] ?? []).prefix(256).filter {
            let other = languages[claims.classes[$0].file]
            return other == language || (other.isScript && language.isScript)
        }
        let ranked = { (matches: (Int) -> Bool) in
            all.filter { matches(claims.classes[$0].file) }.max {
                claims.classes[$0].keys.count + claims.classes[$0].fields.count
                    < claims.classes[$1].keys.count + claims.classes[$1].fields.count
            }
        }
        return ranked { $0 == file } ?? ranked { folder(paths[$0]) == folder(paths[file]) }
            ?? ranked { !secondary[$0] } ?? ranked { _ in true }
    }

    /// A name beside words of which one is a class of this tree.
    private mutating func naming(_ claim: TypeClaim) {
        guard let name = try? constants.text(claim.objectName) else { return }
        let file = claim.objectName.file
        for candidate in claim.candidates {
            let isCase = candidate.hasPrefix(".")
            let className = isCase ? claims.cases[String(candidate.dropFirst())] : candidate
            guard let className, let index = nearest(className, file), isContent(index) else { continue }
            var type = ScannedType(objectName: name, place: place(claim.objectName, .likely), file: file)
            let found = claims.classes[index]
            type.className = (className, FactSource(file: paths[found.file], line: found.line))
            type.members = members(of: index, name)
            let flag =
                claim.flags ?? (isCase ? claims.caseFlags[String(candidate.dropFirst())].map(FlagClaim.value) : nil)
            flags(flag ?? found.flags, &type)
            return add(type)
        }
        guard claim.isList else { return }
        var type = ScannedType(objectName: name, place: place(claim.objectName, .likely), file: file)
        let word = claim.candidates.first { $0.hasPrefix(".") }.map { String($0.dropFirst()) }
        flags(word.flatMap { claims.caseFlags[$0] }.map(FlagClaim.value), &type)
        add(type)
    }

    /// A name in a table of flags.
    private mutating func flagged(_ claim: TypeClaim) {
        guard let name = try? constants.text(claim.objectName), ObjectNameShape.fits(name) else { return }
        var type = ScannedType(
            objectName: name, place: place(claim.objectName, .likely), file: claim.objectName.file)
        flags(claim.flags, &type)
        if type.flags != nil { add(type) }
    }

    // MARK: Flags

    private mutating func flags(_ claim: FlagClaim?, _ type: inout ScannedType) {
        guard let claim, let expression = claim.place else { return }
        do throws(ConstantTable.Unresolved) {
            switch claim {
            case .value(let value):
                let number = try constants.number(value)
                type.flags = ManifestFlags(value: number, words: value.words, source: place(expression, .sure))
                type.flagNumber = number
            case .switches(let persisted, let counted, let status):
                var flags = ManifestFlags(source: place(expression, .sure))
                if let status, try constants.number(status) != 0 {
                    flags.value = 16
                    type.flagNumber = 16
                } else {
                    flags.persisted = try isOn(persisted)
                    flags.counted = try isOn(counted)
                    type.flagNumber = (flags.persisted == true ? 1 : 0) | (flags.counted == true ? 2 : 0)
                }
                type.flags = flags
            }
        } catch {
            notice(expression, "the flags of \(type.objectName): \(error.reason)")
        }
    }

    private func isOn(_ expression: SourceExpression?) throws(ConstantTable.Unresolved) -> Bool? {
        guard let expression else { return nil }
        return try constants.number(expression) != 0
    }

    // MARK: What is kept

    /// Adds a type; one that is there already takes what it has not said itself.
    private mutating func add(_ type: ScannedType) {
        let key = key(type.objectName, type.file)
        if declared.contains(key) { return }
        guard let index = places[key] else {
            places[key] = found.count
            return found.append(type)
        }
        compare(found[index], type)
        if found[index].flags == nil {
            found[index].flags = type.flags
            found[index].flagNumber = type.flagNumber
        }
        if found[index].className == nil { found[index].className = type.className }
        if found[index].members.isEmpty {
            found[index].members = type.members
            found[index].isTyped = type.isTyped
        }
    }

    /// A name in one family of languages: an application's iOS and Android sides are told apart before anything is
    /// merged.
    struct TypeKey: Hashable {
        var name: [UInt8]
        var family: SourceLanguage
    }

    func key(_ name: String, _ file: Int) -> TypeKey {
        TypeKey(name: Array(name.utf8), family: languages[file].family)
    }

    /// Says where two declarations of one name differ.
    private mutating func compare(_ first: ScannedType, _ second: ScannedType) {
        guard !first.isSent, !second.isSent, contradictions.count < 10_000 else { return }
        var differences: [String] = []
        if let one = first.flagNumber, let other = second.flagNumber, one != other {
            differences.append("flags \(one) and \(other)")
        }
        if !first.members.isEmpty, !second.members.isEmpty {
            let names = [first, second].map { Set($0.members.map { Array($0.name.utf8) }) }
            let only = { (members: [ManifestMember], others: Set<[UInt8]>) in
                members.map(\.name).filter { !others.contains(Array($0.utf8)) }.joined(separator: ", ")
            }
            let here = only(first.members, names[1])
            let there = only(second.members, names[0])
            if !here.isEmpty { differences.append("only the first has \(here)") }
            if !there.isEmpty { differences.append("only the second has \(there)") }
        }
        guard !differences.isEmpty else { return }
        if repeated.count < 10_000 { repeated.append(second) }
        contradictions.append(
            Contradiction(
                objectName: first.objectName, first: first.place, second: second.place, differences: differences))
    }

    func place(_ expression: SourceExpression, _ certainty: FactSource.Certainty) -> FactSource {
        FactSource(file: paths[expression.file], line: expression.line, certainty: certainty)
    }

    private mutating func notice(_ expression: SourceExpression, _ reason: String) {
        guard unread.count < 10_000 else { return }
        unread.insert(UnreadPlace(file: paths[expression.file], line: expression.line, reason: reason))
    }
}
