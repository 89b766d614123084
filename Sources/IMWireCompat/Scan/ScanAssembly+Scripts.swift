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

    /// Returns whether the base class of a script's class holds the whole content, which it was made of.
    func isHeld(_ index: Int) -> Bool { bases(of: index).contains { !claims.classes[$0].mapKeys.isEmpty } }

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

    // MARK: Objects of registered classes

    /// Adds the members of contents that are made for the class of a type whose members nothing else shows.
    mutating func addConstructed() {
        guard !claims.constructions.isEmpty else { return }
        let made = Dictionary(grouping: claims.constructions, by: \.className)
        for index in found.indices where found[index].members.isEmpty && found[index].reflection == nil {
            guard let name = found[index].className?.name, let all = made[name] else { continue }
            let side = files[found[index].file].side
            let keys = all.prefix(256).filter { files[$0.file].side == side && !files[$0.file].isSecondary }
                .flatMap(\.keys)
            found[index].members = merge(keys, [], found[index].objectName)
        }
    }

    // MARK: Results of functions

    /// Returns the JSON types of the values that a function returns, or none if the tree does not show them (CMP-093).
    func results(of function: String) -> [ManifestMember.MemberType] {
        var name = function
        for _ in 0..<8 {
            guard let result = claims.results[name] else { return [] }
            if result.function.isEmpty { return result.kinds }
            name = result.function
        }
        return []
    }

    // MARK: Calls of functions that send

    /// Adds the type of a call of another file's function that sends a message for its caller.
    mutating func helped(_ call: CallClaim) {
        let file = call.objectName.file
        let all = (helpers[call.function] ?? []).prefix(64).filter {
            $0.name == call.name && $0.file != file && files[$0.file].side == files[file].side
        }
        guard let helper = all.first else { return }
        var claim = TypeClaim(kind: .sent, objectName: call.objectName)
        if let content = helper.content {
            claim.keys = content < call.arguments.count ? call.arguments[content].members : []
        } else {
            claim.keys = helper.keys.compactMap { bound($0, helper, call, 0) }
        }
        type(of: claim)
    }

    /// Returns a member of a content that a function builds, with what the argument of a call shows; nil if the argument
    /// is missing.
    private func bound(_ key: KeyClaim, _ helper: HelperClaim, _ call: CallClaim, _ depth: Int) -> KeyClaim? {
        var key = key
        if depth < 6 { key.members = key.members.compactMap { bound($0, helper, call, depth + 1) } }
        guard key.kinds.isEmpty, let name = key.variable, let position = helper.parameters.firstIndex(of: name) else {
            return key
        }
        guard position < call.arguments.count else { return nil }
        let argument = call.arguments[position]
        key.kinds = argument.kinds
        key.members = argument.members
        key.values = argument.values
        return key
    }
}
