// SPDX-License-Identifier: Apache-2.0

/// The types that converters of a bridge handle, one in each branch (CMP-091).
extension ScanAssembly {
    /// Adds the types of the branches in the files that the pass reads, unless something else declares them; all
    /// branches of one type on a side contribute members.
    mutating func addBranches() {
        var types: [ScannedType] = []
        var branches: [BranchClaim] = []
        var known: [TypeKey: Int] = [:]
        let plain = plainNames()
        // What a method writes to the wire precedes what others pass to a bridge.
        for claim in claims.branches.filter(\.isWire) + claims.branches.filter({ !$0.isWire })
        where isRead(claim.file) {
            guard let claim = filled(claim), let name = name(of: claim) else { continue }
            if ScanAssembly.isWrapper(claim), plain[claim.file]?.contains(name) == true { continue }
            let key = key(name, claim.file)
            if let index = known[key] {
                guard branches[index].isWire == claim.isWire || branches[index].keys.isEmpty else { continue }
                branches[index].keys += claim.keys
                branches[index].fields += claim.fields
                branches[index].isWire = claim.isWire
                continue
            }
            // A name that is only listed or sent is no declaration of members.
            guard places[key].map({ found[$0].members.isEmpty && found[$0].reflection == nil }) ?? true else {
                continue
            }
            let place = FactSource(file: files[claim.file].path, line: claim.line, certainty: .likely)
            var type = ScannedType(objectName: name, place: place, file: claim.file)
            type.className = claim.className.map { ($0, place) }
            known[key] = types.count
            types.append(type)
            branches.append(claim)
        }
        // The native side of a bridge passes on what such a method writes.
        let passing = Set(claims.branches.filter { !$0.isWire && !$0.keys.isEmpty }.map { files[$0.file].side })
        for (index, branch) in branches.enumerated() {
            types[index].isBridge =
                !branch.keys.isEmpty && (!branch.isWire || passing.contains(files[branch.file].side))
            types[index].members = merge(branch.keys, branch.fields, types[index].objectName)
            converted.insert(key(types[index].objectName, branch.file))
            add(types[index])
        }
    }

    /// Returns a branch with the members of the object that it makes of the content, or nil if the object's class is not
    /// in the tree or displays contents.
    private func filled(_ claim: BranchClaim) -> BranchClaim? {
        guard let payload = claim.payload else { return claim }
        guard let index = nearest(payload, claim.file), isContent(index), !claims.classes[index].isOther,
            claims.classes[index].objectName == nil
        else { return nil }
        var claim = claim
        (claim.keys, claim.fields) = content(of: index)
        return claim
    }

    /// Returns the types that the branches of each file handle by other classes than those of the vendor's wrapper.
    private func plainNames() -> [Int: Set<String>] {
        guard claims.branches.contains(where: ScanAssembly.isWrapper) else { return [:] }
        return claims.branches.reduce(into: [:]) { names, claim in
            guard !ScanAssembly.isWrapper(claim), let name = name(of: claim) else { return }
            names[claim.file, default: []].insert(name)
        }
    }

    /// Returns whether a branch tests a class of the vendor's wrapper alone; beside the SDK's own class for the type, it
    /// is another class of that name.
    private static func isWrapper(_ claim: BranchClaim) -> Bool {
        claim.objectName == nil && claim.className?.hasPrefix("RCIM") == true
    }

    /// Returns the name that a branch compares, or that of the SDK's class that it tests.
    private func name(of claim: BranchClaim) -> String? {
        if let expression = claim.objectName {
            guard let name = try? constants.text(expression), ObjectNameShape.fits(name) else { return nil }
            return name
        }
        return claim.className.flatMap { vendorType(of: $0, claim.file)?.objectName }
    }
}
