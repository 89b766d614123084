// SPDX-License-Identifier: Apache-2.0

/// The result of a scan: manifest types, enumerations and facts with their places.
extension ScanAssembly {
    func result() -> ScanResult {
        var result = ScanResult()
        for (index, type) in (found + repeated).enumerated() {
            result.types.append(manifestType(type))
            result.languages.append(files[type.file].language)
            if index < found.count { result.facts += facts(type) }
        }
        let named = namedEnumerations()
        let stated = statedEnumerations()
        let declared = persistences()
        for (index, claim) in claims.enumerations.enumerated() where !isRepeated(claim) {
            if claim.isPersistence, !declared.contains(index) { continue }
            if claim.wireName != nil, !stated.contains(index) { continue }
            let isUsed = claim.wireName != nil || claim.knownName != nil || usedEnumerations.contains(index)
            guard isUsed || named.contains(index) else { continue }
            // The native side of a bridge translates positions, which are not the numbers on the wire.
            let isTranslated = claim.isIndexed && (isBridge(claim.file) || self.isTranslated(claim))
            var enumeration = ManifestEnumeration(
                name: claim.wireName ?? (isTranslated ? nil : claim.knownName) ?? claim.className)
            enumeration.className = claim.className.isEmpty ? nil : claim.className
            enumeration.representation = claim.isIndexed && claim.values.first?.number == 0 ? .index : .value
            enumeration.source = FactSource(
                file: files[claim.file].path, line: claim.line, certainty: isUsed ? .sure : .likely)
            for value in claim.values {
                let place = FactSource(file: files[claim.file].path, line: value.line)
                enumeration.values.append(.init(name: value.name, number: value.number, source: place))
                guard claim.isConversationType else { continue }
                result.facts.append(
                    ScanFact(
                        file: place.file, line: value.line, objectName: "", kind: .conversationType,
                        value: "\(value.name)=\(value.number)", certainty: .sure))
            }
            for value in claim.texts {
                let place = FactSource(file: files[claim.file].path, line: value.line)
                enumeration.values.append(.init(name: value.name, text: value.text, source: place))
            }
            result.enumerations.append(enumeration)
        }
        result.objects = objects()
        result.unread = unread.ordered { ($0.file, $0.line, $0.reason) < ($1.file, $1.line, $1.reason) }
        result.contradictions = contradictions
        result.onlySecondary = onlySecondary.sorted()
        result.facts = result.facts.ordered {
            ($0.file, $0.line, $0.kind.rawValue) < ($1.file, $1.line, $1.kind.rawValue)
        }
        return result
    }

    /// Returns the enumerations of flags: those of sources on each side or, if there are none, the first of the others.
    private func persistences() -> Set<Int> {
        var found: Set<Int> = []
        var sides: Set<ScanSide> = []
        for (index, claim) in claims.enumerations.enumerated()
        where claim.isPersistence && !files[claim.file].isSecondary {
            sides.insert(files[claim.file].side)
            found.insert(index)
        }
        for (index, claim) in claims.enumerations.enumerated() where claim.isPersistence {
            if sides.insert(files[claim.file].side).inserted { found.insert(index) }
        }
        return found
    }

    /// Returns whether a copy of a bundle has an enumeration that the sources have too.
    private func isRepeated(_ claim: EnumerationClaim) -> Bool {
        files[claim.file].isSecondary
            && (enumerations[claim.className] ?? []).contains { index in
                let file = files[claims.enumerations[index].file]
                return !file.isSecondary && file.side == files[claim.file].side
            }
    }

    /// Returns the enumerations whose name ends in that of a member declared in the same file or by a class in it, which is
    /// an integer, or a text if the values are texts.
    ///
    /// Gson models and hand-written readers declare the member as a number, so no declared type leads to
    /// `BattleStatus`.
    private func namedEnumerations() -> Set<Int> {
        var listed: [String: [Int]] = [:]
        for (index, claim) in claims.enumerations.enumerated()
        where !claim.isConversationType && claim.wireName == nil {
            listed[files[claim.file].path, default: []].append(index)
        }
        guard !listed.isEmpty else { return [] }
        var named: Set<Int> = []
        for type in found {
            // A table of types may be in another file than their classes.
            let places = Set([files[type.file].path, type.className?.place.file ?? ""])
            for index in places.flatMap({ listed[$0] ?? [] }) {
                let name = KnownEnumeration.plain(claims.enumerations[index].className)
                let hasTexts = claims.enumerations[index].values.isEmpty
                let isNamed = type.members.contains { member in
                    let word = KnownEnumeration.plain(member.name)
                    let fits = hasTexts ? member.types == [.string] || member.types.isEmpty : member.types == [.integer]
                    return fits && word.count >= 4 && name.hasSuffix(word)
                }
                if isNamed { named.insert(index) }
            }
        }
        return named
    }

    /// Returns the enumerations of texts whose names in a manifest are known (CMP-111); those of documentation, examples
    /// and bundles give way to those of sources, and equal ones are listed once.
    private func statedEnumerations() -> Set<Int> {
        struct Key: Hashable {
            var name: String
            var side: ScanSide
            var texts: [String] = []
        }
        var stated: Set<Int> = []
        var seen: Set<Key> = []
        var declaring: Set<Key> = []
        for isSecondary in [false, true] {
            for (index, claim) in claims.enumerations.enumerated() {
                guard let name = claim.wireName, files[claim.file].isSecondary == isSecondary else { continue }
                var key = Key(name: name, side: files[claim.file].side)
                if isSecondary, declaring.contains(key) { continue }
                if !isSecondary { declaring.insert(key) }
                key.texts = claim.texts.map { "\($0.name) \($0.text)" }
                if seen.insert(key).inserted { stated.insert(index) }
            }
        }
        return stated
    }

    private func manifestType(_ type: ScannedType) -> ManifestType {
        var manifest = ManifestType(objectName: type.objectName)
        manifest.isUnnamed = type.isUnnamed ? true : nil
        manifest.className = type.className?.name
        manifest.flags = type.flags.map { [$0] } ?? []
        manifest.members = type.members.isEmpty && !type.isEmpty ? nil : type.members
        manifest.reading = type.isTyped ? .exact : nil
        manifest.minified = type.minified
        manifest.direction = type.direction
        manifest.hasCommonMembers = type.hasCommonMembers ? true : nil
        manifest.keepsMembers = type.keepsMembers ? true : nil
        if isOfBridge(type) {
            manifest.shape = .bridge
            manifest.members = manifest.members?.map(\.bridged)
        }
        manifest.source = type.place
        manifest.note = type.note
        if manifest.members == nil {
            manifest.note =
                type.reflection.map { "members unknown: built by reflection at \($0.file):\($0.line ?? 0)" }
                ?? type.className.map { "members unknown: none could be read of \($0.name)" }
                ?? (type.isReceived
                    ? "members unknown: only received, and no class of this tree stands for the name"
                    : "members unknown: no class of this tree stands for the name")
        }
        return manifest
    }

    /// Returns whether the names of a type's members are those of a bridge (CMP-006).
    func isOfBridge(_ type: ScannedType) -> Bool { type.isBridge || (isBridge(type.file) && !type.isText) }

    private func facts(_ type: ScannedType) -> [ScanFact] {
        func fact(_ kind: ScanFact.Kind, _ value: String, _ place: FactSource?) -> ScanFact? {
            guard let place else { return nil }
            return ScanFact(
                file: place.file, line: place.line ?? 0, objectName: type.objectName, kind: kind, value: value,
                certainty: place.certainty)
        }
        let flag = type.flagNumber.flatMap { fact(.flag, String($0), type.flags?.source) }
        let members = type.members.compactMap { fact(.member, $0.name, $0.source) }
        let class_ = type.className.flatMap { fact(.className, $0.name, $0.place) }
        return [fact(.type, type.objectName, type.place), class_, flag].compactMap { $0 } + members
    }
}

extension ManifestMember {
    /// The member of an object that a bridge passes on, in which null is a missing value.
    var bridged: ManifestMember {
        var member = self
        if absent == .null { member.absent = nil }
        member.members = members.map(\.bridged)
        return member
    }
}
