// SPDX-License-Identifier: Apache-2.0

/// The members that a base class writes and reads for its subclasses (CMP-009, CMP-012).
extension ScanAssembly {
    /// The members of one base class.
    struct CommonMembers {
        var language: SourceLanguage
        /// The index of the class among the claims.
        var index: Int
        var className: String
        var members: [ManifestMember]
        var source: FactSource
    }

    /// Adds the members that base class methods put into the object passed by the encoder or the decoder.
    ///
    /// The first base class of a side becomes the object `*`. The members of any other base class are listed with the
    /// type's own, because a manifest has only one such object.
    mutating func addCommonMembers(of index: Int, to type: inout ScannedType) {
        let calls = relatives(of: index).reduce(into: Set<String>()) { $0.formUnion(claims.classes[$1].calls) }
        guard !calls.isEmpty else { return }
        var visited = Set(relatives(of: index))
        var open = heritage(of: index)
        var depth = 0
        while !open.isEmpty, depth < 8 {
            var next: [Int] = []
            for parent in open where visited.insert(parent).inserted {
                let all = relatives(of: parent)
                visited.formUnion(all)
                let keys = all.flatMap { relative in
                    claims.classes[relative].shared.ordered { $0.key < $1.key }.filter { calls.contains($0.key) }
                        .flatMap(\.value)
                }
                if !keys.isEmpty { add(keys, of: parent, all, to: &type) }
                next += heritage(of: parent)
            }
            open = next
            depth += 1
        }
    }

    /// Returns the base classes of a class, named in its declaration and in its extensions.
    func heritage(of index: Int) -> [Int] {
        let claim = claims.classes[index]
        let names = relatives(of: index).flatMap { claims.classes[$0].heritage }
        return names.prefix(64).compactMap { $0 == claim.name ? nil : nearest($0, claim.file) }
    }

    private mutating func add(_ keys: [KeyClaim], of parent: Int, _ all: [Int], to type: inout ScannedType) {
        let claim = claims.classes[parent]
        let (language, side) = (files[claim.file].language, files[claim.file].side)
        if common[side] == nil {
            let members = merge(keys, all.flatMap { claims.classes[$0].fields }, claim.name).map { member in
                // One method writes the member and another reads it, and each subclass calls the methods it needs.
                var member = member
                member.direction = .both
                return member
            }
            guard !members.isEmpty else { return }
            common[side] = CommonMembers(
                language: language, index: parent, className: claim.name, members: members,
                source: FactSource(file: files[claim.file].path, line: claim.line))
        }
        guard let shared = common[side] else { return }
        if claims.classes[shared.index].name == claim.name {
            type.hasCommonMembers = true
        } else {
            let members = merge(keys, all.flatMap { claims.classes[$0].fields }, type.objectName)
            type.members += members.filter { type.members.named($0.name) == nil }
        }
    }
}
