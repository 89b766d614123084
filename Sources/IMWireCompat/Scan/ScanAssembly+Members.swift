// SPDX-License-Identifier: Apache-2.0

/// The members of a type: claims about the same key are merged, and fields determine the types.
extension ScanAssembly {
    mutating func merge(
        _ keys: [KeyClaim], _ fields: [KeyClaim], _ objectName: String, _ within: [String] = [],
        outer: [String: String] = [:]
    ) -> [ManifestMember] {
        var known: [[UInt8]: Int] = [:]
        var merged: [(name: String, claim: KeyClaim)] = []
        var mentions = KeyMentions()
        for key in keys {
            guard memberCount + merged.count < ScanAssembly.maximumMembers else {
                recordUnread(key.name, "members: more than \(ScanAssembly.maximumMembers) in all types")
                break
            }
            let name: String
            do {
                name = try constants.text(key.name)
            } catch {
                recordUnread(key.name, "a member of \(objectName): \(error.reason)")
                continue
            }
            guard !name.isEmpty, name.utf8.count <= 128 else { continue }
            if let place = known[Array(name.utf8)] {
                mentions.add(key, place)
                merged[place].claim.add(key)
            } else {
                mentions.add(key, merged.count)
                known[Array(name.utf8)] = merged.count
                merged.append((name, key))
            }
        }
        memberCount += merged.count
        // A class that only writes or only reads says nothing about the other direction.
        let isTwoWay = merged.contains { $0.claim.isRead } && merged.contains { $0.claim.isWritten }
        var declaredTypes = declaredTypes(of: fields)
        addInnerTypes(of: merged.map(\.claim), to: &declaredTypes)
        var required: [String: Bool] = [:]
        for field in fields { for word in field.fields { required[word] = required[word] ?? field.isRequired } }
        return merged.enumerated().map { place, key in
            let name = key.name
            // A list of coding keys does not show which members are required, but their fields do.
            var claim = key.claim
            if claim.isRequired == nil, !claim.isRead, !claim.isWritten {
                claim.isRequired = claim.fields.lazy.compactMap { required[$0] }.first
            }
            var member = member(name, claim, declaredTypes, outer, objectName, within)
            if isTwoWay, claim.isRead != claim.isWritten { member.direction = claim.isRead ? .read : .write }
            member.carries = mentions.owner(ofValueAt: place).map { merged[$0].name }
            if let types = mentions.types(ofValuesAt: place, declaredTypes) { member.types = types }
            return member
        }
    }

    mutating func member(
        _ name: String, _ claim: KeyClaim, _ declaredTypes: [String: String], _ outer: [String: String],
        _ objectName: String, _ within: [String]
    ) -> ManifestMember {
        var member = ManifestMember(name, source: place(claim.name, claim.certainty))
        // A key of a nested object has the type of the field that provides its value, not of an outer one of its name.
        let field = { (types: [String: String]) in claim.fields.lazy.compactMap { types[$0] }.first }
        var declared =
            claim.declaredType ?? field(declaredTypes) ?? declaredTypes[name]
            ?? claim.fields.lazy.compactMap { outer[$0] }.first { isOuter($0, claim) }
        let isObject = !claim.members.isEmpty && within.count < 6
        if isObject, let type = declared, !DeclaredTypes.kinds(of: type).allSatisfy({ $0 == .object || $0 == .array }) {
            // A literal written here is not a value of the fields in it.
            declared = nil
        }
        member.types = claim.kinds
        if let declared {
            member.declaredType = declared
            let kinds = claim.showsType ? [] : DeclaredTypes.kinds(of: declared)
            if !kinds.isEmpty, kinds != [.any] || claim.kinds.isEmpty { member.types = kinds }
        }
        if member.types.isEmpty, let declared, files[claim.name.file].language == .go {
            let name = String(declared.drop { $0 == "*" }.split(separator: ".").last ?? "")
            member.types = claims.namedTypes[name].map(DeclaredTypes.kinds) ?? []
        }
        if member.types.isEmpty, declared == nil { member.types = constants.kinds(of: claim.values) }
        if member.types.isEmpty, declared == nil, let function = claim.result { member.types = results(of: function) }
        for value in claim.values.prefix(8) where files[value.file].language == .php {
            // `Kind::Gold->value` shows that the enumeration is on the wire.
            if case .name(let path)? = value.terms.first, path.count == 2 { _ = enumeration(path[0], value.file) }
        }
        member.isRequired = claim.isRequired
        if claim.isNeverSet { member.direction = .none }
        member.absent = claim.absent
        member.omits = claim.omits
        if claim.isTruthTested { ScanAssembly.setOmission(of: &member) }
        if isNull(claim, declared) { member.absent = .null }
        // A test of the number of elements concerns a list.
        if !member.types.isEmpty, member.types.allSatisfy({ $0 == .array || $0 == .object }) {
            let isTested = member.omits.contains(.emptyString) || member.omits.contains(.zero)
            if isTested { member.absent = member.absent ?? .omitted }
            member.omits.removeAll { $0 == .emptyString || $0 == .zero }
        }
        // The code tests for a member that it omits, whatever an interface declares.
        if member.isRequired == true, member.absent == .omitted || !member.omits.isEmpty { member.isRequired = nil }
        if claim.isLoose, !member.types.isEmpty, member.types.allSatisfy(\.isScalar) { member.reading = .loose }
        member.defaultValue = claim.defaultValue
        member.aliases = claim.aliases
        guard within.count < 6 else { return member }
        if !claim.members.isEmpty {
            member.members = merge(
                claim.members, [], objectName, within + [name],
                outer: declaredTypes.merging(outer) { inner, _ in inner })
            if !member.types.contains(.array) { member.types = [.object] }
        } else if let declared, let type = DeclaredTypes.element(of: declared), !within.contains(type) {
            enclose(type, claim, &member, objectName, within)
        }
        return member
    }

    /// Returns whether an encoder writes null for a field without a value: the serializer of Dart does (CMP-167).
    private func isNull(_ claim: KeyClaim, _ declared: String?) -> Bool {
        claim.isAlways && claim.isField && !claim.isTruthTested && claim.absent == nil && claim.omits.isEmpty
            && claim.defaultValue == nil
            && declared?.hasSuffix("?") == true && files[claim.name.file].language == .dart
    }

    /// Returns whether a key of a nested object can have the type of a field around it: a value that is read is assigned
    /// to the field, and one that is written may be part of the field's object.
    private func isOuter(_ type: String, _ claim: KeyClaim) -> Bool {
        isPlain(type) || (!claim.isWritten && DeclaredTypes.kinds(of: type) == [.array])
    }

    /// Sets what an encoder omits that tests for a value alone: `if (self.width)`, `if (pinned)`.
    private static func setOmission(of member: inout ManifestMember) {
        let isObject = member.declaredType.map { $0.holds("*") || $0 == "id" } ?? false
        switch member.types {
        case [.boolean] where !isObject: if member.omits.isEmpty { member.omits = [.false] }
        case [.integer] where !isObject, [.number] where !isObject: if member.omits.isEmpty { member.omits = [.zero] }
        default: member.absent = member.absent ?? .omitted
        }
    }

    /// Returns whether values of a declared type have no members: `this.receiver.uid` does not have the type of
    /// `receiver`.
    func isPlain(_ declared: String) -> Bool {
        let kinds = DeclaredTypes.kinds(of: declared)
        if kinds.isEmpty { return DeclaredTypes.element(of: declared).map { enumerations[$0] != nil } ?? false }
        return kinds.allSatisfy { $0 != .object && $0 != .array && $0 != .any }
    }

    /// Sets the members of a member to those of its declared class, or its type to that of its enumeration's values.
    mutating func enclose(
        _ type: String, _ claim: KeyClaim, _ member: inout ManifestMember, _ objectName: String, _ within: [String]
    ) {
        let file = claim.name.file
        if let enumeration = enumeration(type, file) {
            if member.types.isEmpty { member.types = [enumeration.texts.isEmpty ? .integer : .string] }
            if let name = claim.defaultCase {
                member.defaultValue = enumeration.json(of: name, isText: member.types == [.string])
            }
            return
        }
        guard let index = nearest(type, file) else { return }
        guard isContent(index) else {
            // A class of a script with parameters and no properties is an object too.
            if member.types.isEmpty, files[file].language.isScript, claims.classes[index].keyword == "class" {
                member.types = [.object]
            }
            return
        }
        if type.hasSuffix("MessageContent"), bases.contains(type) {
            // A value of the base class of all contents has the members of any of them.
            if member.types.isEmpty { member.types = [.object] }
            return
        }
        let (keys, fields) = content(of: index)
        member.members = merge(keys, fields, objectName, within + [type])
        if member.types.isEmpty { member.types = [.object] }
    }

    /// Returns the enumeration of the given name in the same language family, whose values are on the wire.
    mutating func enumeration(_ name: String, _ file: Int) -> EnumerationClaim? {
        let all = (enumerations[name] ?? []).filter {
            files[claims.enumerations[$0].file].side.family == files[file].side.family
        }
        guard
            let index = all.first(where: { files[claims.enumerations[$0].file].side == files[file].side }) ?? all.first
        else { return nil }
        usedEnumerations.insert(index)
        return claims.enumerations[index]
    }

    /// Adds the types of values that keys take from an object in a field, under the name `field.member`.
    func addInnerTypes(of keys: [KeyClaim], to types: inout [String: String]) {
        var classes: [Int: [String: String]] = [:]
        var open = keys
        while let key = open.popLast() {
            open += key.members
            for path in key.fields where types[path] == nil {
                guard let dot = path.firstIndex(of: "."), let owner = types[String(path[..<dot])],
                    let type = DeclaredTypes.element(of: owner), let index = nearest(type, key.name.file)
                else { continue }
                let inner = classes[index] ?? declaredTypes(of: claims.classes[index].fields)
                classes[index] = inner
                types[path] = inner[String(path[path.index(after: dot)...])]
            }
        }
    }

    /// Returns the declared types of fields by name; the first of several fields with the same name counts.
    func declaredTypes(of fields: [KeyClaim]) -> [String: String] {
        var types: [String: String] = [:]
        for field in fields {
            guard let declared = field.declaredType, let name = try? constants.text(field.name) else { continue }
            for name in [name] + field.fields where types[name] == nil { types[name] = declared }
        }
        return types
    }
}
