// SPDX-License-Identifier: Apache-2.0

/// Types that classes declare, and their content.
extension ScanAssembly {
    mutating func type(of index: Int) {
        let claim = claims.classes[index]
        guard let expression = claim.objectName else { return }
        // An implementation in Objective-C leaves its base class to the header.
        let parts = files[claim.file].language == .objc ? relatives(of: index) : [index]
        let isMessage = parts.contains { claims.classes[$0].heritage.contains { $0.holds("Message") } }
        let name: String
        do {
            name = try constants.text(expression)
        } catch {
            if isCarrier(index, expression) { return }
            if !claim.mustLookRight || (expression.holdsText && isMessage) {
                recordUnread(expression, "the objectName of \(claim.name): \(error.reason)")
            }
            return
        }
        guard ObjectNameShape.fits(name) || (!claim.mustLookRight && isMessage && !name.isEmpty) else { return }
        // A constant in a class that has no keys and no payload, and no base class or that of a screen, names a type
        // that the class compares or sends.
        let isJava = files[claim.file].language == .java || files[claim.file].language == .kotlin
        if isJava, claim.rank == 3, claim.keys.isEmpty, claim.payload == nil, !claim.isEncoder,
            claim.heritage.isEmpty || isScreen(claim.heritage)
        {
            return
        }
        var type = ScannedType(
            objectName: name, place: place(expression, claim.mustLookRight ? .likely : .sure), file: claim.file)
        setClass(index, of: &type)
        addMembers(of: index, to: &type)
        type.isTyped = relatives(of: index).contains { claims.classes[$0].isTyped }
        addCommonMembers(of: index, to: &type)
        let flagged = relatives(of: index).first { claims.classes[$0].flags != nil }
        flags(flagged.flatMap { claims.classes[$0].flags } ?? inheritedFlags(of: index), &type)
        add(type)
    }

    /// The last words of the names of classes that display or transport contents.
    private static let screens = [
        "Activity", "Fragment", "Adapter", "Provider", "View", "ViewModel", "Dialog", "Service", "Receiver", "Manager",
        "Presenter", "Plugin", "Module", "Application", "Holder",
    ]

    private func isScreen(_ heritage: [String]) -> Bool {
        heritage.contains { name in ScanAssembly.screens.contains { name.hasSuffix($0) } }
    }

    /// Returns the claims about the same class: an interface and its implementation, extensions, and methods declared
    /// elsewhere.
    func relatives(of index: Int) -> [Int] {
        let claim = claims.classes[index]
        let language = files[claim.file].language
        return [index]
            + (classes[claim.name] ?? []).prefix(256).filter { other in
                guard other != index, files[claims.classes[other].file].language == language else { return false }
                let file = claims.classes[other].file
                // An old release says nothing about the current class.
                if files[file].isSecondary != files[claim.file].isSecondary { return false }
                if language == .objc || language == .swift { return files[file].side == files[claim.file].side }
                if language == .go { return folder(files[file].path) == folder(files[claim.file].path) }
                return file == claim.file && claims.classes[other].objectName == nil
            }
    }

    func folder(_ path: String) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? ""
    }

    /// Sets the class that represents a type.
    func setClass(_ index: Int, of type: inout ScannedType) {
        let claim = claims.classes[index]
        type.className = (claim.name, FactSource(file: files[claim.file].path, line: claim.line))
    }

    /// Sets the members of a type to those of a class, or the place of the reflection that makes them unknown.
    mutating func addMembers(of index: Int, to type: inout ScannedType) {
        type.members = members(of: index, type.objectName)
        type.reflection = reflection(of: index)
        addInherited(of: index, to: &type)
        type.isEmpty = type.members.isEmpty && writesNothing(relatives(of: index))
        type.minified = minified(index, type.members)
        type.isText = writesText(index)
        type.keepsMembers = isHeld(index)
    }

    /// Returns the members of a class: the keys that its methods name, or the fields that a serializer uses.
    mutating func members(of index: Int, _ objectName: String) -> [ManifestMember] {
        let (keys, fields) = content(of: index)
        return merge(keys, fields, objectName)
    }

    /// Returns the keys of a class's JSON object, and the fields that determine their types.
    func content(of index: Int, depth: Int = 0) -> (keys: [KeyClaim], fields: [KeyClaim]) {
        let all = relatives(of: index)
        if reflection(of: index) != nil || isOnlyDeclared(all) { return ([], []) }
        var visited = Set(all)
        let fields = all.flatMap { claims.classes[$0].fields } + inherited(all, &visited)
        let own = all.flatMap { claims.classes[$0].keys } + helperKeys(of: all)
        let base = baseKeys(of: all, hasKeys: !own.isEmpty)
        let keys = filled(own + base.keys, of: all)
        if keys.isEmpty, writesNothing(all) { return ([], []) }
        if let held = heldKeys(of: index, own) { return (held, []) }
        if !keys.isEmpty {
            let hidden = all.flatMap { claims.classes[$0].hidden }
            return (keys, fields + hidden + base.fields + vendorProperties(of: all))
        }
        if all.contains(where: { claims.classes[$0].writesField }) { return ([], []) }
        if depth < 4, let payload = payload(of: all, fields) {
            let content = content(of: payload, depth: depth + 1)
            guard let rule = all.lazy.compactMap({ claims.classes[$0].naming }).first else { return content }
            return (content.keys.map { renamed($0, by: rule) }, content.fields)
        }
        let inner = all.flatMap { claims.classes[$0].innerKeys }
        if !inner.isEmpty { return (inner, fields) }
        let renames = all.reduce(into: [String: String]()) { $0.merge(claims.classes[$1].renames) { one, _ in one } }
        guard !renames.isEmpty else { return (fields, []) }
        return (
            fields.map { field in
                guard let name = try? constants.text(field.name), let other = renames[name] else { return field }
                var renamed = field
                renamed.name = SourceExpression(text: other, file: field.name.file, line: field.name.line)
                return renamed
            }, []
        )
    }

    /// Returns the keys of the methods of Objective-C and Swift that the class's own encoder and decoder call, which may be
    /// in another part of the class.
    private func helperKeys(of all: [Int]) -> [KeyClaim] {
        guard let first = all.first, files[claims.classes[first].file].language.family == .objc else { return [] }
        let calls = all.reduce(into: Set<String>()) { $0.formUnion(claims.classes[$1].calls) }
        guard !calls.isEmpty else { return [] }
        return all.flatMap { index in
            claims.classes[index].shared.filter { calls.contains($0.key) }.ordered { $0.key < $1.key }.flatMap(\.value)
        }
    }

    /// Returns whether the encoder of a class writes no bytes, whatever fields the class has (CMP-162).
    private func writesNothing(_ all: [Int]) -> Bool { all.contains { claims.classes[$0].writesNothing } }

    /// The SDK's base class of contents with a file, and the classes of the SDK that extend it.
    private static let mediaBases: Set<String> = [
        "RCMediaMessageContent", "RCImageMessage", "RCFileMessage", "RCSightMessage", "RCGIFMessage",
        "RCHQVoiceMessage", "RCCombineMessage",
    ]

    /// Returns the properties of the SDK's base classes, which have the types of keys that hold their values.
    private func vendorProperties(of all: [Int]) -> [KeyClaim] {
        guard let first = all.first, files[claims.classes[first].file].language.family == .objc else { return [] }
        let bases = Set(all.flatMap { claims.classes[$0].heritage }.filter { $0.hasPrefix("RC") })
        guard !bases.isEmpty else { return [] }
        let claim = claims.classes[first]
        let text = files[claim.file].language == .swift ? "String?" : "NSString*"
        var properties = [("extra", text), ("destructDuration", "NSUInteger")]
        if !bases.isDisjoint(with: ScanAssembly.mediaBases) {
            properties += [("localPath", text), ("remoteUrl", text), ("name", text)]
        }
        return properties.map { name, type in
            var key = KeyClaim(name: SourceExpression(text: name, file: claim.file, line: claim.line))
            key.fields = [name]
            key.declaredType = type
            return key
        }
    }

    /// Returns whether the tree has no implementation of a class of Objective-C, whose properties alone do not show what
    /// its encoder writes.
    func isOnlyDeclared(_ all: [Int]) -> Bool {
        all.allSatisfy { claims.classes[$0].keyword == "@interface" && claims.classes[$0].keys.isEmpty }
    }

    /// Returns a key renamed by an encoder's naming rule; its field keeps the old name.
    private func renamed(_ key: KeyClaim, by rule: NamingRule) -> KeyClaim {
        guard let name = try? constants.text(key.name) else { return key }
        var key = key
        key.name = SourceExpression(text: rule.name(of: name), file: key.name.file, line: key.name.line)
        return key
    }

    /// Returns the place where the encoder of a class, its own or the nearest inherited one, obtains member names by
    /// reflection.
    func reflection(of index: Int) -> FactSource? {
        shown(byEncoderOf: index, \.reflection).map { place($0, .sure) }
    }

    /// Returns what the encoder of a class shows, its own or the nearest inherited one.
    func shown<Value>(byEncoderOf index: Int, _ value: (ClassClaim) -> Value?) -> Value? {
        var open = [index]
        var visited: Set<Int> = []
        while let next = open.popLast(), visited.count < 64 {
            guard visited.insert(next).inserted else { continue }
            let all = relatives(of: next)
            for relative in all { if let found = value(claims.classes[relative]) { return found } }
            if !all.contains(where: { claims.classes[$0].isEncoder }) { open += heritage(of: next) }
        }
        return nil
    }

    /// Returns the class that a serializer writes in place of another: a class that the decoder names, or that of a
    /// field.
    func payload(of all: [Int], _ fields: [KeyClaim]) -> Int? {
        for index in all {
            let claim = claims.classes[index]
            if let name = claim.payload, let found = nearest(name, claim.file), isContent(found), found != index {
                return found
            }
            if let field = claim.payloadField,
                let declared = fields.first(where: { $0.fields.contains(field) })?.declaredType,
                let name = DeclaredTypes.element(of: declared), let found = nearest(name, claim.file),
                isContent(found), !all.contains(found)
            {
                return found
            }
        }
        return nil
    }

    /// Returns whether a class can be the content of a message, which requires members.
    func isContent(_ index: Int) -> Bool {
        relatives(of: index).contains { relative in
            let claim = claims.classes[relative]
            return claim.keyword != "enum"
                && (!claim.fields.isEmpty || !claim.keys.isEmpty || !claim.innerKeys.isEmpty || claim.payload != nil)
        }
    }

    /// Returns the fields of the base classes, which a serializer also uses; each class counts once, even if several
    /// paths lead to it.
    func inherited(_ all: [Int], _ visited: inout Set<Int>, depth: Int = 0) -> [KeyClaim] {
        guard depth < 8 else { return [] }
        var fields: [KeyClaim] = []
        for index in all {
            let claim = claims.classes[index]
            let language = files[claim.file].language
            if language == .objc || language == .swift { continue }
            for name in claim.heritage where name != claim.name {
                let candidates = (classes[name] ?? []).prefix(64).filter {
                    files[claims.classes[$0].file].language == language
                }
                let near =
                    candidates.first { claims.classes[$0].file == claim.file }
                    ?? candidates.first { files[claims.classes[$0].file].side == files[claim.file].side }
                guard let parent = near ?? candidates.first else { continue }
                guard visited.insert(parent).inserted else { continue }
                let inner = claims.classes[parent].fields + inherited([parent], &visited, depth: depth + 1)
                // What an interface promises does not show what a class that implements it reads.
                let isPromise = claims.classes[parent].keyword == "interface" && claim.keyword != "interface"
                fields += isPromise ? inner.map(\.promised) : inner
            }
        }
        return fields
    }
}
