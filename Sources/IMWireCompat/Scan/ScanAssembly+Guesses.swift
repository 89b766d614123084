// SPDX-License-Identifier: Apache-2.0

/// Classes and structs without an objectName, whose name and members resemble those of a built-in type (CMP-067).
extension ScanAssembly {
    /// Adds a type, at certainty *guess*, for a class that declares no name and resembles a built-in type.
    mutating func guess(_ index: Int) {
        let claim = claims.classes[index]
        guard claim.objectName == nil, claim.keyword != "enum", isContent(index), !ClassRules.stem(claim.name).isEmpty
        else { return }
        let candidates = Registry.builtIn.types(ofClass: claim.name)
        guard !candidates.isEmpty else { return }
        let names = memberNames(of: index)
        let isVendor = claim.name.hasPrefix("RCIM")
        let ranked = candidates.map { (type: $0, shared: shared($0, names)) }
        guard let best = ranked.max(by: { $0.shared < $1.shared }), best.shared > 0 || (isVendor && ranked.count == 1)
        else { return }
        let name = best.type.objectName
        guard places[key(name, claim.file)] == nil else { return }
        let place = FactSource(file: files[claim.file].path, line: claim.line, certainty: .guess)
        var type = ScannedType(objectName: name, place: place, file: claim.file)
        setClass(index, of: &type)
        addMembers(of: index, to: &type)
        addCommonMembers(of: index, to: &type)
        add(type)
    }

    /// Returns the names of a class's members in lower case.
    private func memberNames(of index: Int) -> Set<String> {
        let (keys, fields) = content(of: index)
        return Set((keys + fields).compactMap { try? constants.text($0.name).lowercased() })
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
