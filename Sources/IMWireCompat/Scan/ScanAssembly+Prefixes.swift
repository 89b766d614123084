// SPDX-License-Identifier: Apache-2.0

/// Names that count because of their prefix, and literals with a known prefix that no type has (CMP-100).
extension ScanAssembly {
    /// Returns the prefixes of the types that have been found, by side.
    private func prefixes() -> [ScanSide: Set<String>] {
        var prefixes: [ScanSide: Set<String>] = [:]
        for type in found { prefixes[files[type.file].side, default: []].insert(prefix(type.objectName)) }
        return prefixes
    }

    private func prefix(_ name: String) -> String { name.firstIndex(of: ":").map { String(name[..<$0]) } ?? "" }

    /// Adds the types of names that are sent with contents that cannot be read, if their prefix is known.
    mutating func bare(_ claims: [TypeClaim]) {
        guard !claims.isEmpty else { return }
        let known = prefixes()
        for claim in claims {
            guard let name = try? constants.text(claim.objectName) else { continue }
            let prefix = prefix(name)
            let isKnown = known[files[claim.objectName.file].side]?.contains(prefix) == true
            if isKnown || prefix == "RC" { type(of: claim) }
        }
    }

    /// Adds the types that code only receives, with the members that it reads, if their prefix is known.
    mutating func received(_ claims: [TypeClaim]) {
        guard !claims.isEmpty else { return }
        let known = prefixes()
        var all: [TypeKey: TypeClaim] = [:]
        var order: [TypeKey] = []
        for claim in claims {
            let file = claim.objectName.file
            guard let name = try? constants.text(claim.objectName) else { continue }
            let key = key(name, file)
            guard places[key] == nil, !declared.contains(key),
                prefix(name) == "RC" || known[files[file].side]?.contains(prefix(name)) == true
            else { continue }
            if all[key] == nil {
                all[key] = claim
                order.append(key)
            } else if (all[key]?.keys.count ?? 0) < 256 {
                all[key]?.keys += claim.keys
            }
        }
        for key in order {
            guard let claim = all[key], let name = try? constants.text(claim.objectName) else { continue }
            var type = ScannedType(
                objectName: name, place: place(claim.objectName, .likely), file: claim.objectName.file)
            type.isSent = true
            type.isReceived = true
            type.members = merge(claim.keys, [], name)
            type.note = "received: the members are those that the code reads"
            add(type)
        }
    }

    /// Records the literals of scripts whose prefix is that of a type and that stand for no type.
    mutating func recordUnplaced() {
        let known = prefixes()
        var seen: Set<TypeKey> = []
        for literal in claims.literals where !files[literal.file].isSecondary {
            guard let name = try? constants.text(literal),
                known[files[literal.file].side]?.contains(prefix(name)) == true
            else { continue }
            let key = key(name, literal.file)
            guard places[key] == nil, seen.insert(key).inserted else { continue }
            recordUnread(literal, "an objectName: no type could be read for \"\(name)\"")
        }
    }
}
