// SPDX-License-Identifier: Apache-2.0

/// Classes of contents of a wrapper whose names the wrapper's users or its native side give (CMP-163).
extension ScanAssembly {
    /// The minimum number of types whose classes extend a class that is thereby a base class of contents.
    private static let minimumOfBase = 3

    /// Adds a guess for each class that extends a base class of a wrapper's contents and states no name.
    mutating func addUnnamed() {
        let bases = contentBases()
        guard !bases.isEmpty else { return }
        let known = Set(found.compactMap { $0.className?.name })
        for (index, claim) in claims.classes.enumerated() where isRead(claim.file) && !known.contains(claim.name) {
            guard claim.heritage.contains(where: { bases[files[claim.file].side]?.contains($0) == true }),
                ContentName.isMarked(claim.name), !self.bases.contains(claim.name), !claim.isOther,
                claim.objectName.map({ isCarrier(index, $0) }) ?? true, isContent(index),
                places[key(claim.name, claim.file)] == nil
            else { continue }
            let place = FactSource(file: files[claim.file].path, line: claim.line, certainty: .guess)
            var type = ScannedType(objectName: claim.name, place: place, file: claim.file)
            setClass(index, of: &type)
            addMembers(of: index, to: &type)
            addCommonMembers(of: index, to: &type)
            type.isBridge = true
            type.isUnnamed = true
            type.note = "the code states no name: objectName is that of the class"
            add(type)
        }
    }

    /// Returns the classes that several types of a wrapper extend, by side.
    private func contentBases() -> [ScanSide: Set<String>] {
        var counts: [ScanSide: [String: Int]] = [:]
        for type in found where type.isBridge || isBridge(type.file) {
            guard let name = type.className?.name, let index = nearest(name, type.file) else { continue }
            for base in claims.classes[index].heritage {
                counts[files[type.file].side, default: [:]][base, default: 0] += 1
            }
        }
        return counts.mapValues { Set($0.filter { $0.value >= ScanAssembly.minimumOfBase }.keys) }
    }
}
