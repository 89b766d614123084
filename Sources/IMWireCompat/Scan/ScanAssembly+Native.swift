// SPDX-License-Identifier: Apache-2.0

/// What the native side of a bridge shows of the types that the scripts of the same tree describe (CMP-168).
extension ScanAssembly {
    /// Sets the types of a script's members to those of the values that the native side writes or reads, if these are
    /// different from the annotations, which the declared types keep.
    mutating func setNativeTypes() {
        var native: [String: [ManifestMember]] = [:]
        for type in found where type.isBridge && converted.contains(key(type.objectName, type.file)) {
            native[type.objectName, default: []] += type.members
        }
        guard !native.isEmpty else { return }
        for index in found.indices where describesBridge(found[index].file) {
            guard let others = native[found[index].objectName] else { continue }
            for place in found[index].members.indices {
                let member = found[index].members[place]
                guard member.declaredType != nil, !member.types.isEmpty, member.members.isEmpty else { continue }
                let values = others.filter { $0.name == member.name && !$0.types.isEmpty }
                let isOther = values.allSatisfy { value in
                    !value.types.contains { TypeRules.fits($0, member.types) } && value.types.allSatisfy(\.isScalar)
                }
                if let first = values.first, isOther { found[index].members[place].types = first.types }
            }
        }
    }

    /// Returns whether the native side of the tree pairs a class with the name of a type, so that a class of that name in
    /// a script is no guess.
    func isPaired(_ className: String, _ objectName: String, _ file: Int) -> Bool {
        describesBridge(file)
            && claims.branches.contains { branch in
                branch.className == className
                    && branch.objectName.flatMap { try? constants.text($0) } == objectName
            }
    }

    /// Returns whether a file is a script whose objects are passed to a native side.
    private func describesBridge(_ file: Int) -> Bool { files[file].language.isScript && isBridge(file) }
}
