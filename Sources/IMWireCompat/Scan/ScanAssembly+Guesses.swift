// SPDX-License-Identifier: Apache-2.0

import Schemas

/// Classes and structs without an objectName, whose name and members resemble those of a built-in type (CMP-080).
extension ScanAssembly {
    /// Adds a type, at certainty *guess*, for a class that declares no name and resembles exactly one built-in type.
    mutating func guess(_ index: Int) {
        let claim = claims.classes[index]
        guard claim.keyword != "enum", !claim.isOther, !isNamed(claim), isContent(index),
            !isOnlyDeclared(relatives(of: index))
        else { return }
        let candidates = Registry.builtIn.types(ofClass: claim.name)
        guard !candidates.isEmpty, let type = resembling(index, candidates) else { return }
        guard places[key(type.objectName, claim.file)] == nil else { return }
        let certainty: FactSource.Certainty =
            isPaired(claim.name, type.objectName, claim.file) ? .likely : .guess
        let place = FactSource(file: files[claim.file].path, line: claim.line, certainty: certainty)
        var scanned = ScannedType(objectName: type.objectName, place: place, file: claim.file)
        setClass(index, of: &scanned)
        addMembers(of: index, to: &scanned)
        addCommonMembers(of: index, to: &scanned)
        scanned.isBridge = claim.name.hasPrefix("RCIM")
        add(scanned)
    }

    /// Returns whether a class states an objectName, even one that cannot be read.
    private func isNamed(_ claim: ClassClaim) -> Bool {
        guard let expression = claim.objectName else { return false }
        guard claim.mustLookRight, let name = try? constants.text(expression) else { return true }
        return ObjectNameShape.fits(name)
    }

    /// Returns the candidate that a class resembles more than any other, or nil if none is, or several are, alike.
    ///
    /// At least half of the members that the class itself declares must be the type's. The vendor's wrappers name
    /// properties, not the wire's members, but their class names are known.
    private func resembling(_ index: Int, _ candidates: [RegistryType]) -> RegistryType? {
        let claim = claims.classes[index]
        let isMarked =
            ContentName.isMarked(claim.name) || claim.heritage.contains(where: ContentName.isMarked)
            || candidates.contains { $0.objectName.lowercased().hasSuffix(":\(claim.name.lowercased())") }
        guard isMarked else { return nil }
        if claim.name.hasPrefix("RCIM"), candidates.count == 1 { return candidates[0] }
        // A property in Objective-C is not a member: the encoder names the members.
        if files[claim.file].language == .objc, relatives(of: index).allSatisfy({ claims.classes[$0].keys.isEmpty }) {
            return nil
        }
        let names = memberNames(of: index)
        let ranked = candidates.map { (type: $0, shared: shared($0, names)) }.ordered { $0.shared > $1.shared }
        guard let best = ranked.first, best.shared > 0, best.shared * 2 >= names.count else { return nil }
        if ranked.count > 1, ranked[1].shared == best.shared { return nil }
        return best.type
    }

    /// Returns the names, in lower case, of the members that a class itself declares and that not every content has.
    private func memberNames(of index: Int) -> Set<String> {
        let all = relatives(of: index).map { claims.classes[$0] }
        let keys = all.flatMap { $0.keys.isEmpty ? $0.fields + $0.innerKeys : $0.keys }
        let names = keys.prefix(256).compactMap { try? constants.text($0.name) }
        return Set(names.filter { !SchemaMember.common.contains($0) && $0 != "userInfo" }.map { $0.lowercased() })
    }

    /// Returns how many of the names are members of the type that not every content has.
    private func shared(_ type: RegistryType, _ names: Set<String>) -> Int {
        type.members.count { member in
            !member.isCommon
                && (names.contains(member.name.lowercased())
                    || member.aliases.contains { names.contains($0.name.lowercased()) })
        }
    }
}
