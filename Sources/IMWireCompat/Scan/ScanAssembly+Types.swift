// SPDX-License-Identifier: Apache-2.0

/// Types declared outside of classes: names beside a class, registrations, and messages that are sent.
extension ScanAssembly {
    mutating func loose(_ expression: SourceExpression, _ className: String) {
        guard let name = try? constants.text(expression), ObjectNameShape.fits(name) || !name.isEmpty,
            places[key(name, expression.file)] == nil
        else { return }
        var type = ScannedType(objectName: name, place: place(expression, .sure), file: expression.file)
        if let index = (classes[className] ?? []).first(where: { files[claims.classes[$0].file].language == .objc }) {
            setClass(index, of: &type)
            addMembers(of: index, to: &type)
        }
        add(type)
    }

    /// Adds a type for a name that occurs in a list of names and is declared nowhere else.
    mutating func listed(_ expression: SourceExpression) {
        guard let name = try? constants.text(expression), ObjectNameShape.fits(name),
            places[key(name, expression.file)] == nil
        else { return }
        add(ScannedType(objectName: name, place: place(expression, .likely), file: expression.file))
    }

    mutating func type(of claim: TypeClaim) {
        let name: String
        do {
            name = try constants.text(claim.objectName)
        } catch {
            // Such a text without a colon is a target or a title rather than an objectName.
            if claim.isPositional, !claim.objectName.holdsColon { return }
            let isBuilt = claim.objectName.holdsText || claim.objectName.obstacle != nil
            if claim.kind == .registration || isBuilt {
                recordUnread(claim.objectName, "an objectName: \(error.reason)")
            }
            return
        }
        let isEmpty = name.isEmpty && claim.kind == .table && claim.className != nil
        guard ObjectNameShape.fits(name) || (claim.kind == .registration && !name.isEmpty) || isEmpty else { return }
        var type = ScannedType(
            objectName: name, place: place(claim.objectName, claim.kind == .registration ? .sure : .likely),
            file: claim.objectName.file)
        if claim.kind == .sent, isNamedOtherwise(claim, name) { return }
        type.isSent = claim.kind == .sent
        if type.isSent { sent.insert(key(name, claim.objectName.file)) }
        type.members = merge(claim.keys, [], name)
        let named = claim.className.flatMap { try? constants.text($0) }
        if let named, let place = claim.className { type.className = (named, self.place(place, .likely)) }
        if let className = named ?? claim.payload, let index = nearest(className, claim.objectName.file) {
            setClass(index, of: &type)
            let listed = type.members
            if listed.isEmpty || named == nil {
                addMembers(of: index, to: &type)
                if type.reflection == nil { type.members += listed.filter { type.members.named($0.name) == nil } }
            }
        }
        if type.members.isEmpty, let payload = claim.payload, let index = nearest(payload, claim.objectName.file) {
            addMembers(of: index, to: &type)
        }
        flags(claim.flags, &type)
        add(type)
    }

    /// Returns whether the class of a message's content declares another name than code gives to the message, which is a
    /// contradiction and no second type (CMP-112).
    private func isNamedOtherwise(_ claim: TypeClaim, _ name: String) -> Bool {
        let file = claim.objectName.file
        guard !files[file].language.isScript, let payload = claim.payload, let index = nearest(payload, file),
            files[claims.classes[index].file].side == files[file].side,
            let declared = claims.classes[index].objectName.flatMap({ try? constants.text($0) })
        else { return false }
        return declared != name && places[key(declared, file)] != nil
    }

    /// Returns the class of a name that is nearest to a file, in the file's language or, for a script, in any script
    /// language: in the file, in its folder, on its side, or elsewhere.
    func nearest(_ name: String, _ file: Int) -> Int? {
        let language = files[file].language
        let all = (classes[name] ?? []).prefix(256).filter {
            let other = files[claims.classes[$0].file].language
            return other == language || (other.isScript && language.isScript)
        }
        let ranked = { (matches: (Int) -> Bool) in
            all.filter { matches(claims.classes[$0].file) }.max {
                claims.classes[$0].keys.count + claims.classes[$0].fields.count
                    < claims.classes[$1].keys.count + claims.classes[$1].fields.count
            }
        }
        // A copy of a bundle beside the sources is not nearer than they are.
        let isSecondary = files[file].isSecondary
        return ranked { $0 == file } ?? ranked {
            folder(files[$0].path) == folder(files[file].path) && (isSecondary || !files[$0].isSecondary)
        }
            ?? ranked { !files[$0].isSecondary && files[$0].side == files[file].side } ?? ranked {
                !files[$0].isSecondary
            }
            ?? ranked { _ in true }
    }

    /// Returns whether a name beside words is that of a type, which in the output of a bundler only the registry shows.
    func isShown(_ claim: TypeClaim) -> Bool {
        guard files[claim.objectName.file].isOutput else { return true }
        return (try? constants.text(claim.objectName)).map {
            Registry.builtIn.contains($0) || places[key($0, claim.objectName.file)] != nil
        }
            ?? false
    }

    /// Adds the type of a name that is beside words, one of which is a class of this tree.
    mutating func naming(_ claim: TypeClaim) {
        guard let name = try? constants.text(claim.objectName) else { return }
        let file = claim.objectName.file
        for candidate in claim.candidates {
            let isCase = candidate.hasPrefix(".")
            if isCase, let content = claims.caseContents[String(candidate.dropFirst())] {
                return add(written(content, String(candidate.dropFirst()), claim, name))
            }
            let className = isCase ? claims.cases[String(candidate.dropFirst())] : candidate
            guard let className, let index = nearest(className, file), isContent(index) else { continue }
            var type = ScannedType(objectName: name, place: place(claim.objectName, .likely), file: file)
            setClass(index, of: &type)
            addMembers(of: index, to: &type)
            let flag =
                claim.flags ?? (isCase ? claims.caseFlags[String(candidate.dropFirst())].map(FlagClaim.value) : nil)
            flags(flag ?? claims.classes[index].flags, &type)
            return add(type)
        }
        guard claim.isList else { return }
        var type = ScannedType(objectName: name, place: place(claim.objectName, .likely), file: file)
        let word = claim.candidates.first { $0.hasPrefix(".") }.map { String($0.dropFirst()) }
        flags(word.flatMap { claims.caseFlags[$0] }.map(FlagClaim.value), &type)
        add(type)
    }

    /// Returns the type of an enumeration's case, whose content a `switch` lists.
    private mutating func written(
        _ content: (keys: [KeyClaim], values: [KeyClaim]), _ word: String, _ claim: TypeClaim, _ name: String
    ) -> ScannedType {
        let file = claim.objectName.file
        var type = ScannedType(objectName: name, place: place(claim.objectName, .likely), file: file)
        var values = content.values
        if let className = claims.cases[word], let index = nearest(className, file), isContent(index) {
            setClass(index, of: &type)
            values += self.content(of: index).fields + self.content(of: index).keys
        }
        type.members = merge(content.keys, values, name)
        flags(claim.flags ?? claims.caseFlags[word].map(FlagClaim.value), &type)
        return type
    }

    /// Adds the type of a name in a table of flags.
    mutating func flagged(_ claim: TypeClaim) {
        guard let name = try? constants.text(claim.objectName), ObjectNameShape.fits(name) else { return }
        var type = ScannedType(
            objectName: name, place: place(claim.objectName, .likely), file: claim.objectName.file)
        flags(claim.flags, &type)
        if type.flags != nil { add(type) }
    }
}
