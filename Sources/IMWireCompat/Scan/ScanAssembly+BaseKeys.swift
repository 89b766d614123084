// SPDX-License-Identifier: Apache-2.0

/// The keys of base classes in the tree whose encoder and decoder a class calls or inherits (CMP-067).
extension ScanAssembly {
    /// Returns the keys that the base classes write and read for a class, with the fields that determine their types.
    ///
    /// A class with keys of its own has those of its base only if its encoder or decoder calls the base's.
    func baseKeys(of all: [Int], hasKeys: Bool) -> (keys: [KeyClaim], fields: [KeyClaim]) {
        var keys: [KeyClaim] = []
        var fields: [KeyClaim] = []
        var visited = Set(all)
        var own = all
        var hasKeys = hasKeys
        var (isWritten, isRead) = (true, true)
        for _ in 0..<8 {
            let use = own.reduce(into: BaseUse()) { $0.add(claims.classes[$1].base) }
            isWritten = isWritten && (use.encoder == .calls || (!hasKeys && use.encoder == nil))
            isRead = isRead && (use.decoder == .calls || (!hasKeys && use.decoder == nil))
            guard isWritten || isRead, let first = own.first else { break }
            let parents = heritage(of: first).filter { visited.insert($0).inserted && isExtended($0) }
            guard let parent = parents.first else { break }
            own = relatives(of: parent)
            visited.formUnion(own)
            let more = own.flatMap { claims.classes[$0].keys }
            hasKeys = hasKeys || !more.isEmpty
            fields += own.flatMap { claims.classes[$0].fields + claims.classes[$0].hidden }
            for var key in more where (key.isWritten && isWritten) || (key.isRead && isRead) {
                key.isWritten = key.isWritten && isWritten
                key.isRead = key.isRead && isRead
                keys.append(key)
            }
        }
        return (keys, fields)
    }

    private func isExtended(_ index: Int) -> Bool {
        !["interface", "protocol", "enum"].contains(claims.classes[index].keyword)
    }

    /// Returns keys with the members of the objects that methods of base classes make for them.
    func filled(_ keys: [KeyClaim], of all: [Int]) -> [KeyClaim] {
        guard let first = all.first, keys.contains(where: { $0.producer != nil }) else { return keys }
        var bases = all
        var open = heritage(of: first)
        while let next = open.popLast(), bases.count < 64 {
            guard !bases.contains(next) else { continue }
            bases += relatives(of: next)
            open += heritage(of: next)
        }
        return keys.map { key in
            guard let producer = key.producer, key.members.isEmpty,
                let base = bases.first(where: { claims.classes[$0].produced[producer]?.isEmpty == false })
            else { return key }
            var key = key
            key.members = produced(by: producer, of: claims.classes[base])
            return key
        }
    }

    /// Returns the keys of the object that a method makes, with the types of the members of its parameters' classes.
    private func produced(by producer: String, of claim: ClassClaim) -> [KeyClaim] {
        let parameters = claim.parameters[producer] ?? [:]
        return (claim.produced[producer] ?? []).map { key in
            guard key.declaredType == nil else { return key }
            var key = key
            key.declaredType =
                key.fields.lazy.compactMap { path -> String? in
                    guard let dot = path.firstIndex(of: "."), let type = parameters[String(path[..<dot])],
                        let element = DeclaredTypes.element(of: type), let index = self.nearest(element, claim.file)
                    else { return nil }
                    let fields = self.declaredTypes(of: self.claims.classes[index].fields)
                    return fields[String(path[path.index(after: dot)...])]
                }.first
            return key
        }
    }
}
