// SPDX-License-Identifier: Apache-2.0

/// What scripts' classes have from their base classes: the object that holds a content, and flags (CMP-102).
extension ScanAssembly {
    /// Returns the members of a class whose base class holds the content in an object, or nil if none does.
    ///
    /// Subclasses have the members that the base class writes under literal keys. A member that it only reads belongs to
    /// some subclass or other.
    func heldKeys(of index: Int, _ keys: [KeyClaim]) -> [KeyClaim]? {
        let bases = bases(of: index).flatMap { claims.classes[$0].mapKeys }
        guard !bases.isEmpty else { return nil }
        let written = Set(bases.filter(\.isWritten).compactMap { try? constants.text($0.name) })
        let own = Set(keys.compactMap { try? constants.text($0.name) })
        return keys
            + bases.filter { key in
                (try? constants.text(key.name)).map { written.contains($0) || own.contains($0) } == true
            }
    }

    /// Returns the flags that the nearest base class of a script's class returns.
    func inheritedFlags(of index: Int) -> FlagClaim? {
        guard files[claims.classes[index].file].language.isScript else { return nil }
        return bases(of: index).lazy.compactMap { claims.classes[$0].flags }.first
    }

    /// Returns the base classes of a script's class, the nearest first.
    private func bases(of index: Int) -> [Int] {
        guard files[claims.classes[index].file].language.isScript else { return [] }
        var found: [Int] = []
        var open = heritage(of: index)
        while !open.isEmpty, found.count < 32 {
            let next = open.removeFirst()
            guard next != index, !found.contains(next) else { continue }
            found.append(next)
            open += heritage(of: next)
        }
        return found
    }
}
