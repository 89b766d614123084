// SPDX-License-Identifier: Apache-2.0

/// Members that a server renames before it sends the content of its caller (CMP-151).
extension ScanAssembly {
    private static let contents: Set<String> = ["content", "body", "msgcontent", "messagecontent"]

    /// Gives the members of contents that are sent the names that they have on the wire.
    mutating func renameKeys() {
        for claim in claims.renamedKeys {
            let side = files[claim.to.file].side
            guard let name = try? constants.text(claim.to) else { continue }
            let place = place(claim.to, .likely)
            let isContent = ScanAssembly.contents.contains(ClassRecognizer.plain(claim.object))
            for index in found.indices where found[index].isSent && files[found[index].file].side == side {
                if isContent {
                    ScanAssembly.rename(claim.from, name, place, &found[index].members)
                } else if let member = found[index].members.firstIndex(where: { $0.name == claim.object }) {
                    ScanAssembly.rename(claim.from, name, place, &found[index].members[member].members)
                }
            }
        }
    }

    private static func rename(_ from: String, _ name: String, _ place: FactSource, _ members: inout [ManifestMember]) {
        guard let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(from.utf8) }) else { return }
        guard members.named(name) == nil else {
            members.remove(at: index)
            return
        }
        members[index].name = name
        members[index].property = from
        members[index].source = place
    }
}
