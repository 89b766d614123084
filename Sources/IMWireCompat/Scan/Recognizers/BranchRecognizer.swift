// SPDX-License-Identifier: Apache-2.0

/// A branch of a converter, which handles the contents of one type.
struct BranchClaim: Sendable {
    /// The type's name, if the branch compares one.
    var objectName: SourceExpression?
    /// The class of the content, if the branch tests or uses one.
    var className: String?
    var file: Int
    var line: Int
    var keys: [KeyClaim] = []
    /// The class of the bridge's object that the branch makes of the content, whose fields are the members.
    var payload: String?
    /// The fields of that class, which have the types of the members.
    var fields: [KeyClaim] = []
    /// Whether the keys are those of the content itself, which a method writes outside of the content's class.
    var isWire = false
}

/// A recognizer of methods that convert contents of an SDK to objects of a bridge or back, with one branch for each type
/// (CMP-091).
///
/// The branches are `case "RC:TxtMsg":`, `if (content instanceof TextMessage)`,
/// `if ([content isKindOfClass:[RCTextMessage class]])` and `else if ([objectName isEqualToString:@"RC:TxtMsg"])`.
struct BranchRecognizer: FileRecognizer {
    let file: SourceFile

    /// The types of the objects that a bridge passes on.
    private static let maps: Set<String> = [
        "Map", "HashMap", "WritableMap", "ReadableMap", "JSONObject", "NSDictionary", "NSMutableDictionary",
        "MutableMap", "Dictionary",
    ]
    private static let maximumBranches = 512
    private var subject: SwitchSubject { SwitchSubject(file: file) }

    /// A branch before its keys are read.
    private struct Branch {
        var objectName: SourceExpression?
        var className: String?
        var index: Int
        var body: Range<Int>
        /// The variable whose class is tested.
        var variable: String?
        /// Whether the tested content is the last one of a conversation, which is shown in a list.
        var isPreview = false
    }

    func run(_ claims: inout ScanClaims) {
        guard [.java, .kotlin, .objc, .swift].contains(file.language) else { return }
        let passesObjects = passesObjects()
        for declaration in file.outline.declarations {
            for method in declaration.methods where !method.body.isEmpty {
                if passesObjects || convertsMap(method) {
                    read(method, declaration.ownerName, &claims)
                } else if file.language == .java || file.language == .kotlin {
                    creations(method, &claims)
                }
            }
        }
    }

    /// Returns whether a method's result or one of its parameters is an object of any members.
    private func convertsMap(_ method: SourceOutline.Method) -> Bool {
        let start = max(method.start, method.body.lowerBound - 64)
        return (start ..| method.body.lowerBound).contains { index in
            BranchRecognizer.maps.contains(source[index].text)
                || (file.language == .swift && source.isSymbol(index, "[") && source.isSymbol(index + 2, ":"))
        }
    }

    private func read(_ method: SourceOutline.Method, _ owner: String, _ claims: inout ScanClaims) {
        let isConverter = convertsMap(method)
        let branches = branches(of: method.body).filter { isConverter || !$0.isPreview }
        guard branches.count >= 2, let last = branches.map(\.body.upperBound).max() else { return }
        let recognizer = KeyRecognizer(file: file, owner: owner).helped(by: methods(of: owner))
        let found = branches.compactMap { branch -> (branch: Branch, claim: BranchClaim)? in
            guard let className = branch.className ?? contentClass(in: branch.body) else { return nil }
            let own = keys(in: branch.body, recognizer)
            // A callback may read other objects; only what it writes is passed on.
            if own.isEmpty || (!isConverter && !own.contains(where: \.isWritten)) { return nil }
            let line = source.line(branch.index)
            return (
                branch,
                BranchClaim(
                    objectName: branch.objectName, className: className, file: file.index, line: line, keys: own)
            )
        }
        // A method with a single such branch treats one type differently, and is no converter.
        guard found.count >= 2, claims.branches.count < 10_000 else { return }
        // A callback may make further objects after the branches.
        let common = isConverter ? keys(in: last ..| method.body.upperBound, recognizer) : []
        for (branch, var claim) in found {
            if !branch.body.contains(where: { source.isWord($0, "return") }) { claim.keys += common }
            claims.branches.append(claim)
        }
    }

    /// Reads a method with several branches, each of which makes an object of the content (CMP-115).
    private func creations(_ method: SourceOutline.Method, _ claims: inout ScanClaims) {
        let found = branches(of: method.body).compactMap { branch -> BranchClaim? in
            guard let payload = created(in: branch.body, from: branch.variable) else { return nil }
            var claim = BranchClaim(
                objectName: branch.objectName, className: branch.className, file: file.index,
                line: source.line(branch.index))
            claim.payload = payload
            return claim
        }
        guard found.count >= BranchRecognizer.minimumCreating, claims.branches.count < 10_000 else { return }
        claims.branches += found
    }

    private func methods(of owner: String) -> [SourceOutline.Method] {
        file.outline.declarations.filter { $0.ownerName == owner }.flatMap(\.methods)
    }

    /// Returns the keys that a range writes or, if it writes none, reads; the name of the type is none of its members.
    private func keys(in range: Range<Int>, _ recognizer: KeyRecognizer) -> [KeyClaim] {
        guard !range.isEmpty else { return [] }
        let all = recognizer.keys(in: range, [], isEncoding: true, depth: 0).filter { key in
            guard case .text(let name)? = key.name.terms.first, key.name.terms.count == 1 else { return true }
            return name != "objectName"
        }
        return all.contains(where: \.isWritten) ? all.filter(\.isWritten) : all
    }

    // MARK: Branches

    private func branches(of body: Range<Int>) -> [Branch] {
        var found: [Branch] = []
        var index = body.lowerBound
        while index < body.upperBound, found.count < BranchRecognizer.maximumBranches {
            let branch =
                source.isWord(index, "case")
                ? labelled(index, body.upperBound)
                : source.isWord(index, "if")
                    ? conditional(index, body.upperBound)
                    : source.isSymbol(index, "->") && file.language == .kotlin ? entry(index, body) : nil
            if let branch { found.append(branch) }
            index = max(branch?.body.upperBound ?? 0, index + 1)
        }
        return found
    }

    /// Returns the branch of a `case`: `case "RC:TxtMsg":`, Swift's `case is TextMessage:`.
    private func labelled(_ index: Int, _ limit: Int) -> Branch? {
        guard let colon = source.first(":", in: index + 1 ..| min(index + 16, limit)) else { return nil }
        guard var branch = branch(index + 1 ..| colon, isCompared: subject.names(index)) else { return nil }
        branch.index = index
        branch.body = colon + 1 ..| min(source.caseEnd(colon + 1, limit: limit), limit)
        return branch
    }

    /// Returns the branch of an entry of Kotlin's `when`: `"RC:TxtMsg" -> …`, `is TextMessage -> …`.
    private func entry(_ arrow: Int, _ body: Range<Int>) -> Branch? {
        var start = arrow
        while start > body.lowerBound, arrow - start < 8, !source[start].startsLine { start -= 1 }
        let isBlock = source.isSymbol(arrow + 1, "{")
        let inside = isBlock ? source.inside(arrow + 1) : arrow + 1 ..| source.statementEnd(arrow + 1, limit: 256)
        guard var branch = branch(start ..| arrow, isCompared: subject.names(arrow)) else { return nil }
        branch.index = start
        branch.body = inside.lowerBound ..| min(inside.upperBound, body.upperBound)
        return branch
    }

    /// Returns the branch of an `if` that tests the class or the name of a content.
    private func conditional(_ index: Int, _ limit: Int) -> Branch? {
        var open = index + 1
        var condition = open ..| open
        if source.isSymbol(open, "(") {
            condition = source.inside(open)
            open = source.after(open)
        } else {
            while open < limit, open - index < 64, !source.isSymbol(open, "{") { open = source.after(open) }
            condition = index + 1 ..| open
        }
        guard source.isSymbol(open, "{"), condition.count <= 64,
            !condition.contains(where: { source.isSymbol($0, "!") }),
            var branch = branch(condition, isCompared: subject.isName(condition))
        else { return nil }
        branch.index = index
        branch.body = source.inside(open)
        return branch
    }

    /// Returns the branch that a condition or a label describes, or nil if it concerns no single type.
    ///
    /// The condition's subject and the content that it tests are examined only if it names a type: most do not.
    private func branch(_ condition: Range<Int>, isCompared: @autoclosure () -> Bool) -> Branch? {
        var branch = Branch(index: condition.lowerBound, body: 0..<0, variable: testedVariable(condition))
        var count = 0
        for index in condition.prefix(48) {
            let token = source[index]
            if let name = testedClass(at: index) {
                branch.className = name
                count += 1
            } else if token.isString, ObjectNameShape.fits(token.text),
                isCompared() || Registry.builtIn.contains(token.text)
            {
                branch.objectName = file.expression(index ..| index + 1)
                count += 1
            } else if token.isWord, token.text.hasSuffix("TypeIdentifier"), isCompared() {
                // The SDK's constant for the name of its class.
                branch.className = String(token.text.dropLast("TypeIdentifier".count))
                count += 1
            }
        }
        guard count == 1 else { return nil }
        branch.isPreview = condition.prefix(48).contains(where: isPreview)
        return branch
    }

    /// Returns the class that is tested at an index: `instanceof Gift`, `is Gift`, `isKindOfClass:[Gift class]`.
    private func testedClass(at index: Int) -> String? {
        let token = source[index]
        guard token.isWord else { return nil }
        var name = index + 1
        switch token.text {
        case "instanceof": break
        case "is" where file.language != .java && file.language != .objc: break
        case "as" where file.language == .swift && source.isSymbol(index + 1, "?"): name += 1
        case "isKindOfClass", "isMemberOfClass":
            guard source.isSymbol(index + 1, ":"), source.isSymbol(index + 2, "[") else { return nil }
            name = index + 3
        default: return nil
        }
        guard source[name].isWord else { return nil }
        let className = source[source.pathEnd(name)].text
        return ["Message", "Msg", "MessageContent"].contains(where: className.hasSuffix) ? className : nil
    }

    /// Returns the class of the content that a branch casts or creates: `(TextMessage) content`,
    /// `[RCTextMessage messageWithContent:…]`.
    private func contentClass(in body: Range<Int>) -> String? {
        body.prefix(512).lazy.map { source[$0] }.first { token in
            token.isWord && token.text.first?.isUppercase == true && token.text.hasSuffix("Message")
                && token.text.utf8.count > 9
        }?.text
    }
}
