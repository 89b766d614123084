// SPDX-License-Identifier: Apache-2.0

/// Puts claims together: looks constants up, finds the class behind a name, merges what is said twice.
struct ScanAssembly {
    let claims: ScanClaims
    let constants: ConstantTable
    let paths: [String]
    let languages: [SourceLanguage]
    /// Where each class is, by name.
    private var classes: [String: [Int]] = [:]
    var found: [ScannedType] = []
    private var places: [[UInt8]: Int] = [:]
    var unread: Set<UnreadPlace> = []
    var contradictions: [Contradiction] = []

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
    }

    init(claims: ScanClaims, constants: ConstantTable, paths: [String], languages: [SourceLanguage]) {
        self.claims = claims
        self.constants = constants
        self.paths = paths
        self.languages = languages
        for (index, item) in claims.classes.enumerated() { classes[item.name, default: []].append(index) }
    }

    mutating func run() -> ScanResult {
        for index in claims.classes.indices { type(of: index) }
        for definition in claims.loose { loose(definition.name, definition.className) }
        for claim in claims.types where claim.kind != .sent { type(of: claim) }
        for claim in claims.types where claim.kind == .sent { type(of: claim) }
        for expression in constants.objectNames { listed(expression) }
        return result()
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
        let flagged = relatives(of: index).first { claims.classes[$0].flags != nil }
        flags(flagged.flatMap { claims.classes[$0].flags }, &type)
        add(type)
    }

    /// The claims that are about the same class: an interface and its implementation, extensions, methods elsewhere.
    private func relatives(of index: Int) -> [Int] {
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

    /// The members of a class: the keys that its methods name, or those of a payload inside, or its fields.
    private mutating func members(of index: Int, _ objectName: String) -> [ManifestMember] {
        let all = relatives(of: index)
        let fields = all.flatMap { claims.classes[$0].fields } + inherited(all)
        let keys = all.flatMap { claims.classes[$0].keys }
        if !keys.isEmpty { return merge(keys, fields, objectName) }
        let inner = all.flatMap { claims.classes[$0].innerKeys }
        return merge(inner.isEmpty ? fields : inner, inner.isEmpty ? [] : fields, objectName)
    }

    /// The fields of the classes above, which a serialiser takes too.
    private func inherited(_ all: [Int], depth: Int = 0) -> [KeyClaim] {
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
                fields += claims.classes[parent].fields + inherited([parent], depth: depth + 1)
            }
        }
        return fields
    }

    private mutating func merge(
        _ keys: [KeyClaim], _ fields: [KeyClaim], _ objectName: String
    ) -> [ManifestMember] {
        var members: [ManifestMember] = []
        var known: [[UInt8]: Int] = [:]
        var directions: [(read: Bool, written: Bool)] = []
        for key in keys {
            let name: String
            do {
                name = try constants.text(key.name)
            } catch {
                notice(key.name, "a member of \(objectName): \(error.reason)")
                continue
            }
            guard !name.isEmpty, name.utf8.count <= 128 else { continue }
            if let place = known[Array(name.utf8)] {
                directions[place].read = directions[place].read || key.isRead
                directions[place].written = directions[place].written || key.isWritten
                continue
            }
            known[Array(name.utf8)] = members.count
            directions.append((key.isRead, key.isWritten))
            var member = ManifestMember(name, source: place(key.name, key.certainty))
            let declared = key.declaredType ?? fields.first { (try? constants.text($0.name)) == name }?.declaredType
            if let declared {
                member.declaredType = declared
                member.types = DeclaredTypes.kinds(of: declared)
            }
            members.append(member)
        }
        // A class that only writes, or only reads, says nothing of the other way.
        if directions.contains(where: \.read), directions.contains(where: \.written) {
            for index in members.indices where directions[index].read != directions[index].written {
                members[index].direction = directions[index].read ? .read : .write
            }
        }
        return members
    }

    // MARK: Names beside a class, registrations, messages

    private mutating func loose(_ expression: SourceExpression, _ className: String) {
        guard let name = try? constants.text(expression), ObjectNameShape.fits(name) || !name.isEmpty,
            places[Array(name.utf8)] == nil
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
        guard let name = try? constants.text(expression), ObjectNameShape.fits(name), places[Array(name.utf8)] == nil
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
            if type.members.isEmpty { type.members = members(of: index, name) }
        }
        if type.members.isEmpty, let payload = claim.payload, let index = nearest(payload, claim.objectName.file) {
            type.members = members(of: index, name)
        }
        flags(claim.flags, &type)
        add(type)
    }

    /// The class of a name that is nearest to a file: in it, in its folder, anywhere in its language's family.
    private func nearest(_ name: String, _ file: Int) -> Int? {
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
        return ranked { $0 == file } ?? ranked { folder(paths[$0]) == folder(paths[file]) } ?? ranked { _ in true }
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
        let key = Array(type.objectName.utf8)
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
        if found[index].members.isEmpty { found[index].members = type.members }
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
        contradictions.append(
            Contradiction(
                objectName: first.objectName, first: first.place, second: second.place, differences: differences))
    }

    private func place(_ expression: SourceExpression, _ certainty: FactSource.Certainty) -> FactSource {
        FactSource(file: paths[expression.file], line: expression.line, certainty: certainty)
    }

    private mutating func notice(_ expression: SourceExpression, _ reason: String) {
        guard unread.count < 10_000 else { return }
        unread.insert(UnreadPlace(file: paths[expression.file], line: expression.line, reason: reason))
    }
}
