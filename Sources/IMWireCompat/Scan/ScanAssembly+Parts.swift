// SPDX-License-Identifier: Apache-2.0

/// Facts about members that code outside of a content's class shows.
extension ScanAssembly {
    /// Adds the members of the objects that other code reads from the texts in a content's members, or sets them to
    /// (CMP-161).
    mutating func addParts() {
        for claim in claims.parts where !files[claim.file].isSecondary {
            let payload = claim.payload.flatMap { nearest($0, claim.file) }
            if let payload, !isContent(payload) { continue }
            if payload == nil, claim.keys.isEmpty { continue }
            for index in found.indices where files[found[index].file].side == files[claim.file].side {
                guard represents(found[index], claim.content),
                    let place = found[index].members.firstIndex(where: { claim.fields.contains($0.name) })
                else { continue }
                let member = found[index].members[place]
                let fits = member.types.allSatisfy { $0 == .any || $0 == (payload == nil ? .object : .string) }
                guard fits, payload == nil || member.members.isEmpty else { continue }
                let name = found[index].objectName
                let members: [ManifestMember]
                if let payload {
                    members = self.members(of: payload, name)
                } else {
                    members = merge(claim.keys, [], name)
                }
                found[index].members[place].members += members.filter { member.members.named($0.name) == nil }
            }
        }
    }

    /// Returns whether a class is that of a type, or a base class of it.
    private func represents(_ type: ScannedType, _ className: String) -> Bool {
        guard let own = type.className?.name else { return false }
        if own == className { return true }
        return nearest(own, type.file).map { claims.classes[$0].heritage.contains(className) } ?? false
    }
}
