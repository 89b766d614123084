// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The objects that any content may have: the sender, the mentions, and the members of a common base class (CMP-012).
extension ScanAssembly {
    private static let objectNames = ["user", "mentionedInfo"]

    /// Finds the common objects of sides whose types have none, in other classes that have such a member.
    ///
    /// A server SDK may leave the content to its caller and still declare `MentionedInfo`.
    mutating func findObjects() {
        let sides = Set(found.map { files[$0.file].side })
        for name in ScanAssembly.objectNames {
            var open = sides.subtracting(lists().filter { hasObject(name, $0.members) }.map(\.side))
            for claim in claims.classes where !open.isEmpty && open.contains(files[claim.file].side) {
                // Any class may have a user, but only contents and the parts of messages have a sender of that name.
                guard name != "user" || ContentName.isMarked(claim.name) else { continue }
                guard !files[claim.file].isSecondary, let object = object(name, in: claim), !isTakenApart(claim, name)
                else { continue }
                let side = files[claim.file].side
                open.remove(side)
                looseObjects.append((side, object))
            }
            for claim in claims.textObjects where claim.name == name && open.contains(files[claim.file].side) {
                guard !files[claim.file].isSecondary else { continue }
                open.remove(files[claim.file].side)
                let place = FactSource(file: files[claim.file].path, line: claim.line, certainty: .likely)
                let members = merge(claim.keys, [], name)
                looseObjects.append(
                    (files[claim.file].side, ManifestObject(name: name, members: members, source: place)))
            }
        }
    }

    /// Returns whether code makes the text that it sends of another member of a class than the one with a name.
    private func isTakenApart(_ claim: ClassClaim, _ name: String) -> Bool {
        guard !claims.sentParts.isEmpty else { return false }
        func fields(_ claim: ClassClaim) -> [KeyClaim] { claim.fields + claim.hidden }
        let parts = fields(claim).flatMap(\.fields).filter { $0.lowercased() != name.lowercased() }
        return claims.classes.contains { holder in
            fields(holder).contains { field in
                field.declaredType.flatMap(DeclaredTypes.element) == claim.name
                    && field.fields.contains { whole in
                        parts.contains { claims.sentParts.contains(SentPart(of: whole, $0)) }
                    }
            }
        }
    }

    /// Returns the common object that a member of a class holds, or nil if the class has none.
    private mutating func object(_ name: String, in claim: ClassClaim) -> ManifestObject? {
        for field in claim.fields.prefix(256) {
            guard let declared = field.declaredType, (try? constants.text(field.name)) == name,
                let type = DeclaredTypes.element(of: declared), let index = nearest(type, claim.file), isContent(index)
            else { continue }
            let members = members(of: index, name)
            let known = Registry.builtIn.object(name) ?? []
            let shared = members.count { member in
                known.named(member.name) != nil || known.spelled(member.name) != nil
            }
            guard shared >= 2, shared * 2 >= members.count else { continue }
            let inner = claims.classes[index]
            // No type has the object, and code may take it apart. Go's structs with tags are made to be written.
            let isSent = files[inner.file].language == .go
            return ManifestObject(
                name: name, className: inner.name, members: isSent ? members : members.map(\.guessed),
                source: FactSource(
                    file: files[inner.file].path, line: inner.line, certainty: isSent ? .likely : .guess))
        }
        return nil
    }

    private func hasObject(_ name: String, _ members: [ManifestMember]) -> Bool {
        members.named(name)?.members.isEmpty == false
    }

    /// The lists of members of all base classes and types.
    private func lists() -> [(side: ScanSide, language: SourceLanguage, members: [ManifestMember])] {
        common.ordered { $0.key < $1.key }.map { ($0.key, $0.value.language, $0.value.members) }
            + found.map { type in
                let members = isOfBridge(type) ? type.members.map(\.bridged) : type.members
                return (files[type.file].side, files[type.file].language, members)
            }
    }

    /// Returns the objects that occur in many types, taken from the first type of each side that has them.
    func objects() -> [(language: SourceLanguage, object: ManifestObject)] {
        var objects: [(language: SourceLanguage, object: ManifestObject)] = []
        for (_, shared) in common.ordered(by: { $0.key < $1.key }) {
            let object = ManifestObject(
                name: "*", className: shared.className, members: shared.members, source: shared.source)
            objects.append((shared.language, object))
        }
        let lists = lists()
        for name in ScanAssembly.objectNames {
            var seen: Set<ScanSide> = []
            for (side, language, members) in lists {
                guard let member = members.named(name), !member.members.isEmpty, seen.insert(side).inserted else {
                    continue
                }
                let className = member.declaredType.flatMap(DeclaredTypes.element).flatMap {
                    classes[$0] == nil ? nil : $0
                }
                let object = ManifestObject(
                    name: name, className: className, members: member.members, source: member.source)
                objects.append((language, object))
            }
            for (side, object) in looseObjects where object.name == name && !seen.contains(side) {
                objects.append((side.family, object))
            }
        }
        return objects
    }
}

extension ManifestMember {
    /// The member with its certainty reduced to that of a guess.
    fileprivate var guessed: ManifestMember {
        var member = self
        member.source?.certainty = .guess
        return member
    }
}
