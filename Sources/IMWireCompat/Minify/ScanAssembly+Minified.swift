// SPDX-License-Identifier: Apache-2.0

/// The members that a minified build renames, because a serializer derives them from the names of fields (CMP-135).
extension ScanAssembly {
    /// The annotations of a class that leave the names of its fields to the build; any other may keep them.
    private static let plain: Set<String> = [
        "MessageTag", "Parcelize", "SuppressLint", "SuppressWarnings", "Suppress", "Deprecated", "Data", "Getter",
        "Setter", "ToString", "EqualsAndHashCode", "NoArgsConstructor", "AllArgsConstructor", "Builder", "Accessors",
    ]
    /// Classes outside of the tree, with everything that they are derived from.
    private static let known: [String: Set<String>] = [
        "MessageContent": ["Parcelable"], "MediaMessageContent": ["MessageContent", "Parcelable"], "Parcelable": [],
        "Serializable": [], "Cloneable": [], "Comparable": [], "Object": [], "Any": [],
    ]

    /// Returns the members of a class that a release build renames, or nil if there are none or it is uncertain.
    func minified(_ index: Int, _ members: [ManifestMember]) -> ManifestType.Minified? {
        let claim = claims.classes[index]
        let language = files[claim.file].language
        guard !members.isEmpty, language == .java || language == .kotlin,
            files[claim.file].platform ?? .android == .android, modules.place(renaming: files[claim.file].path) != nil,
            let serializer = serializer(of: index)
        else { return nil }
        let all = relatives(of: index)
        // Keys in the code are strings, which no build renames.
        guard all.allSatisfy({ claims.classes[$0].keys.isEmpty && claims.classes[$0].innerKeys.isEmpty }) else {
            return nil
        }
        let fields = all.flatMap { claims.classes[$0].fields }
        let written = payload(of: all, fields) ?? index
        guard claims.classes[written].keys.isEmpty else { return nil }
        var source: FactSource?
        let names = renamed(written, members, serializer, "", &source)
        return names.isEmpty ? nil : ManifestType.Minified(members: names, source: source)
    }

    /// Returns the members that are named by fields which no annotation and no keep rule keeps.
    private func renamed(
        _ index: Int, _ members: [ManifestMember], _ serializer: JavaHeader.Serializer, _ prefix: String,
        _ source: inout FactSource?, depth: Int = 0
    ) -> [String] {
        var fields: [String: Int] = [:]
        for owner in [index] + ancestors(of: index) {
            for field in claims.classes[owner].fields {
                guard let name = try? constants.text(field.name), fields[name] == nil else { continue }
                fields[name] = field.isFixed ? -1 : owner
            }
        }
        var names: [String] = []
        for member in members {
            if let owner = fields[member.name], owner >= 0, isRenamed(member.name, of: owner, serializer),
                let place = modules.place(renaming: files[claims.classes[owner].file].path)
            {
                source = source ?? place
                names.append(prefix + member.name)
            }
            guard depth < 4, names.count < 1_000, !member.members.isEmpty, let declared = member.declaredType,
                let type = DeclaredTypes.element(of: declared), let inner = nearest(type, claims.classes[index].file),
                claims.classes[inner].keys.isEmpty
            else { continue }
            names += renamed(inner, member.members, serializer, prefix + member.name + ".", &source, depth: depth + 1)
        }
        return names
    }

    private func isRenamed(_ field: String, of index: Int, _ serializer: JavaHeader.Serializer) -> Bool {
        let claim = claims.classes[index]
        guard claim.annotations.allSatisfy(ScanAssembly.plain.contains) else { return false }
        var heritage: Set<String> = []
        var hasUnknown = false
        for owner in [index] + ancestors(of: index) {
            for name in claims.classes[owner].heritage {
                heritage.insert(name)
                if let known = ScanAssembly.known[name] {
                    heritage.formUnion(known)
                } else if nearest(name, claim.file) == nil {
                    hasUnknown = true
                }
            }
        }
        let package = files[claim.file].header.package
        let subject = KeepRules.Subject(
            name: (package.isEmpty ? "" : package + ".") + claim.nestedName, heritage: heritage,
            hasUnknownHeritage: hasUnknown, annotations: claim.annotations, usesMethods: serializer.usesMethods)
        return !modules.rules.mayKeep(field, of: subject)
    }

    /// Returns the classes of the tree that a class is derived from, the nearest first.
    private func ancestors(of index: Int) -> [Int] {
        var visited: Set<Int> = [index]
        var all: [Int] = []
        var open = heritage(of: index)
        while !open.isEmpty, all.count < 32 {
            let next = open.removeFirst()
            guard visited.insert(next).inserted else { continue }
            all.append(next)
            open += heritage(of: next)
        }
        return all
    }

    /// Returns the library that writes or reads a class by the names of its fields, or nil if the tree shows none.
    private func serializer(of index: Int) -> JavaHeader.Serializer? {
        for owner in (relatives(of: index) + ancestors(of: index)) where !claims.classes[owner].serializer.isEmpty {
            let claim = claims.classes[owner]
            for word in claim.serializer {
                // A helper in the tree uses the library that its file imports.
                if let helper = nearest(word, claim.file) {
                    return files[claims.classes[helper].file].header.serializers.min { $0.rawValue < $1.rawValue }
                }
                let word = word.lowercased()
                if word.contains("objectmapper") { return .jackson }
                if let known = JavaHeader.Serializer.allCases.first(where: { word.contains($0.rawValue) }) {
                    return known
                }
            }
            if let imported = files[claim.file].header.serializers.min(by: { $0.rawValue < $1.rawValue }) {
                return imported
            }
        }
        return nil
    }
}
