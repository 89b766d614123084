// SPDX-License-Identifier: Apache-2.0

/// Names that code sets at run time, which may differ from those that the classes declare (CMP-112).
extension ScanAssembly {
    /// Records a name that differs from the one that the content's class declares.
    mutating func checkSentName(_ claim: SentNameClaim) {
        guard let name = try? constants.text(claim.objectName), ObjectNameShape.fits(name) else { return }
        let file = claim.objectName.file
        sent.insert(key(name, file))
        let declared = claim.candidates.compactMap { declaration(of: $0, file) }.first
        guard let declared else {
            if places[key(name, file)] == nil, !Registry.builtIn.contains(name) {
                recordUnread(claim.objectName, "the name \(name) is set at run time, and no class here declares it")
            }
            return
        }
        guard declared.objectName != name, contradictions.count < 10_000 else { return }
        contradictions.append(
            Contradiction(
                objectName: declared.objectName, first: declared.place, second: place(claim.objectName, .sure),
                differences: ["the class declares \(declared.objectName), and a message is named \(name) at run time"]))
    }

    /// Returns the type that a class of this side declares.
    private func declaration(of className: String, _ file: Int) -> ScannedType? {
        guard let index = nearest(className, file), files[claims.classes[index].file].side == files[file].side else {
            return nil
        }
        return relatives(of: index).lazy.compactMap { relative in
            claims.classes[relative].objectName.flatMap { try? constants.text($0) }
        }.compactMap { name in places[key(name, file)].map { found[$0] } }.first
    }
}
