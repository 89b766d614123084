// SPDX-License-Identifier: Apache-2.0

/// Enumerations that fields of messages use although no objectName is known for them (CMP-083).
extension ScanAssembly {
    /// Marks the enumerations of classes that extend a class of messages, such as a wrapper's custom message.
    mutating func findEnumerations() {
        guard !found.isEmpty, !enumerations.isEmpty else { return }
        for claim in claims.classes where claim.heritage.contains(where: ContentName.isMarked) {
            for field in claim.fields.prefix(256) {
                guard let declared = field.declaredType, let type = DeclaredTypes.element(of: declared) else {
                    continue
                }
                _ = enumeration(type, claim.file)
            }
        }
    }

    /// Returns whether a table of the same side translates the positions of conversation types to the numbers on the wire,
    /// or back (CMP-169).
    func isTranslated(_ claim: EnumerationClaim) -> Bool {
        guard claim.isIndexed, claim.isConversationType else { return false }
        let known = KnownEnumeration.conversationType
        var wire: [Int: Int] = [:]
        for value in claim.values { wire[value.number] = known.meaning(of: value.name)?.number }
        return claims.numberTables.contains { table in
            guard files[table.file].side == files[claim.file].side, table.entries.contains(where: { $0 != $1 }) else {
                return false
            }
            return table.entries.allSatisfy { wire[$0] == $1 } || table.entries.allSatisfy { wire[$1] == $0 }
        }
    }
}
