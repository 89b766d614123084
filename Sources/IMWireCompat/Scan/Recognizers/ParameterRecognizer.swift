// SPDX-License-Identifier: Apache-2.0

/// A recognizer of messages whose objectName or values are parameters of the function that sends them.
///
/// The arguments of the calls of that function in the same file are the names and the values:
/// `notify(user, 'shop:Gift', { coins: 3 })` with `objectName: name, content: JSON.stringify(body)` in `notify`.
struct ParameterRecognizer: FileRecognizer {
    let file: SourceFile

    private static let maximumDepth = 6
    private static let maximumCalls = 10_000
    private static let maximumArguments = 12

    /// Adds the claims that a message in a script stands for: one for each call if its objectName is a parameter, and
    /// otherwise the message itself.
    func append(_ claim: TypeClaim, name: Range<Int>, content: Range<Int>?, to claims: inout ScanClaims) {
        guard name.count == 1, source[name.lowerBound].isWord,
            let (function, position) = parameter(source[name.lowerBound].text, at: name.lowerBound)
        else {
            var claim = claim
            if let place = content?.lowerBound { claim.keys = bound(claim.keys, place, nil, 0) }
            return claims.types.append(claim)
        }
        var helper = HelperClaim(
            function: function.name, parameters: function.parameters, name: position, keys: claim.keys,
            file: file.index)
        if claim.keys.isEmpty, let word = content.flatMap(variable) {
            helper.content = function.parameters.firstIndex(of: source[word].text)
        }
        claims.helpers.append(helper)
        for arguments in file.functions.calls(of: function) where position < arguments.count {
            var copy = claim
            copy.objectName = file.expression(arguments[position])
            guard copy.objectName.obstacle == nil else { continue }
            if let content { copy.keys = bound(claim.keys, content.lowerBound, (function, arguments), 0) }
            if let other = helper.content, other < arguments.count {
                copy.payload = nil
                copy.keys = ContentKeys(file: file).members(of: arguments[other], &copy.payload)
            }
            claims.types.append(copy)
        }
    }

    /// Adds the calls of functions of other files that have an objectName among their arguments.
    func run(_ claims: inout ScanClaims) {
        guard file.language.isScript else { return }
        let opens = Set(source.objectNames.compactMap(source.bracket(around:)))
        for (function, arguments) in file.functions.foreignCalls(at: opens) {
            guard
                let position = arguments.firstIndex(where: { part in
                    part.count == 1 && source[part.lowerBound].isString
                        && ObjectNameShape.fits(source[part.lowerBound].text)
                }), claims.calls.count < ParameterRecognizer.maximumCalls
            else { continue }
            let name = file.expression(arguments[position])
            var call = CallClaim(function: function, objectName: name, name: position)
            call.arguments = arguments.prefix(ParameterRecognizer.maximumArguments).map { part in
                var claim = KeyClaim(name: name, isWritten: true, certainty: .likely)
                describe(&claim, part)
                return claim
            }
            claims.calls.append(call)
        }
    }

    /// Returns the variable that is the whole of a content, or that a content converts to JSON.
    func variable(in content: Range<Int>) -> Int? {
        guard let first = content.first else { return nil }
        if content.count == 1 { return source[first].isWord ? first : nil }
        guard source.isWord(first, "JSON"), source.isWord(first + 2, "stringify"), source.isSymbol(first + 3, "(")
        else { return nil }
        let inside = source.inside(first + 3)
        return inside.count == 1 && source[inside.lowerBound].isWord ? inside.lowerBound : nil
    }

    /// Returns the function around an index that has a parameter with a name, if the function has a name too.
    private func parameter(_ name: String, at index: Int) -> (ScriptFunctions.Function, Int)? {
        for function in file.functions.around(index) {
            guard let position = function.parameters.firstIndex(of: name) else { continue }
            return function.name.isEmpty ? nil : (function, position)
        }
        return nil
    }

    /// Returns members whose values are variables with what the assignments and the arguments of calls show.
    private func bound(
        _ keys: [KeyClaim], _ place: Int, _ call: (function: ScriptFunctions.Function, arguments: [Range<Int>])?,
        _ depth: Int
    ) -> [KeyClaim] {
        guard depth < ParameterRecognizer.maximumDepth else { return keys }
        return keys.compactMap { key in
            var key = key
            key.members = bound(key.members, place, call, depth + 1)
            guard let name = key.variable, key.kinds.isEmpty, key.members.isEmpty else { return key }
            // A parameter without an argument is undefined, and JSON has no such member.
            if let call, let position = call.function.parameters.firstIndex(of: name),
                position >= call.arguments.count, parameter(name, at: place)?.0.body == call.function.body
            {
                return nil
            }
            for value in values(of: name, place, call) { describe(&key, value) }
            return key
        }
    }

    /// Returns the values that a variable may have at an index.
    private func values(
        of name: String, _ place: Int, _ call: (function: ScriptFunctions.Function, arguments: [Range<Int>])?
    ) -> [Range<Int>] {
        if let (function, position) = parameter(name, at: place) {
            let calls =
                call.map { $0.function.body == function.body ? [$0.arguments] : [] }
                ?? file.functions.calls(of: function)
            return calls.compactMap { position < $0.count ? $0[position] : nil }
        }
        return assigned(name, place).map { [$0] } ?? []
    }

    /// Returns the value that a variable was last assigned in a function around an index.
    private func assigned(_ name: String, _ place: Int) -> Range<Int>? {
        guard let start = source.assignment(to: name, before: place),
            file.functions.around(place).contains(where: { $0.body.contains(start) })
        else { return nil }
        return start ..| source.statementEnd(start, limit: 64, at: [";", ","], joining: [".", "+", "?", ":"])
    }

    /// Adds what one value shows: its members, and its type unless another value has another one.
    private func describe(_ key: inout KeyClaim, _ value: Range<Int>) {
        var other = KeyClaim(name: key.name)
        ScriptValues(file: file).describe(&other, value: value)
        if let name = other.variable, other.kinds.isEmpty, let value = assigned(name, value.lowerBound) {
            ScriptValues(file: file).describe(&other, value: value)
        }
        var payload: String?
        let members = ContentKeys(file: file).members(of: value, &payload)
        if !members.isEmpty, other.kinds.isEmpty || other.kinds == [.object] {
            other.kinds = [.object]
            for member in members {
                var member = member
                if let name = member.variable, member.kinds.isEmpty, let value = assigned(name, value.lowerBound) {
                    ScriptValues(file: file).describe(&member, value: value)
                }
                let name = member.name.terms
                if case .text(let text)? = name.first, name.count == 1,
                    let known = key.members.firstIndex(where: { $0.name.isText(text) })
                {
                    key.members[known].add(member)
                } else if key.members.count < 256 {
                    key.members.append(member)
                }
            }
        }
        key.values += other.values
        if key.kinds.isEmpty { key.kinds = other.kinds }
        if !other.kinds.isEmpty, other.kinds != [.null], key.kinds != other.kinds { key.kinds = [.any] }
    }
}
