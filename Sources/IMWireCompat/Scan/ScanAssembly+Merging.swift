// SPDX-License-Identifier: Apache-2.0

/// Merging of types that are declared several times, and the record of contradictions and unread places.
extension ScanAssembly {
    /// Adds a type; a type that is already present takes only the facts that it lacks.
    mutating func add(_ type: ScannedType) {
        let key = key(type.objectName, type.file)
        if declared.contains(key) { return confirm(type, key) }
        guard let index = places[key] else {
            places[key] = found.count
            return found.append(type)
        }
        if type.isSent, found[index].isSent { return join(type, index) }
        // Old releases and copies of bundles differ from each other, as they must.
        if !files[type.file].isSecondary { compare(found[index], type) }
        if found[index].flags == nil {
            found[index].flags = type.flags
            found[index].flagNumber = type.flagNumber
        }
        if found[index].className == nil { found[index].className = type.className }
        if found[index].members.isEmpty {
            found[index].members = type.members
            found[index].minified = type.minified
            found[index].reflection = found[index].reflection ?? type.reflection
            found[index].isTyped = type.isTyped
            found[index].note = type.note
            found[index].isText = type.isText
            found[index].keepsMembers = type.keepsMembers
            found[index].isBridge = type.isBridge
            found[index].isEmpty = type.isEmpty
        }
    }

    /// Adds the members of another message of a type, because each message that is sent shows only its own.
    private mutating func join(_ type: ScannedType, _ index: Int) {
        if found[index].members.isEmpty { found[index].reflection = found[index].reflection ?? type.reflection }
        found[index].members = united(found[index].members, type.members)
        if found[index].className == nil { found[index].className = type.className }
        if found[index].flags == nil {
            found[index].flags = type.flags
            found[index].flagNumber = type.flagNumber
        }
    }

    /// Replaces the place of a guess by that of an example that names the type of the same class.
    private mutating func confirm(_ type: ScannedType, _ key: TypeKey) {
        guard let index = places[key], found[index].place.certainty == .guess, type.place.certainty != .guess,
            let name = type.className?.name, name == found[index].className?.name
        else { return }
        found[index].place = type.place
    }

    /// Returns the members of two messages of the same type, because each message shows only some of them.
    private func united(_ members: [ManifestMember], _ others: [ManifestMember]) -> [ManifestMember] {
        var members = members
        for other in others where members.count < 512 {
            guard let place = members.firstIndex(where: { $0.name.utf8.elementsEqual(other.name.utf8) }) else {
                members.append(other)
                continue
            }
            if members[place].types.isEmpty { members[place].types = other.types }
            members[place].members = united(members[place].members, other.members)
        }
        return members
    }

    /// The name of a type on one side, because an application's iOS and Android sides are separated before anything is
    /// merged (CMP-065).
    struct TypeKey: Hashable {
        var name: [UInt8]
        var side: ScanSide
    }

    func key(_ name: String, _ file: Int) -> TypeKey {
        TypeKey(name: Array(name.utf8), side: files[file].side)
    }

    /// Records the differences between two declarations of one name.
    mutating func compare(_ first: ScannedType, _ second: ScannedType) {
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
        FactSource(file: files[expression.file].path, line: expression.line, certainty: certainty)
    }

    mutating func recordUnread(_ expression: SourceExpression, _ reason: String) {
        // What a copy of a bundle does not show is of no interest beside sources.
        guard unread.count < 10_000, !files[expression.file].isSecondary || declared.isEmpty else { return }
        unread.insert(UnreadPlace(file: files[expression.file].path, line: expression.line, reason: reason))
    }
}
