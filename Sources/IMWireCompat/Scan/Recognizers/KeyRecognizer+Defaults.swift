// SPDX-License-Identifier: Apache-2.0

/// The values that are written if none is set, and the methods of base classes that make a value.
extension KeyRecognizer {
    /// Returns a literal as JSON text, or nil for any other value.
    func literal(_ value: Range<Int>) -> String? {
        var range = value
        if source.isSymbol(range.upperBound - 1, ";") { range = range.lowerBound ..| range.upperBound - 1 }
        if source.isSymbol(range.lowerBound, "@") { range = range.lowerBound + 1 ..| range.upperBound }
        let token = source[range.lowerBound]
        if range.count == 2 {
            return token.isSymbol("[") && source.isSymbol(range.lowerBound + 1, "]")
                ? "[]" : token.isSymbol("{") && source.isSymbol(range.lowerBound + 1, "}") ? "{}" : nil
        }
        return range.count == 1 ? token.literal : nil
    }

    /// Returns the literal that is written for a missing value: `value ?? literal`, `value ?: literal`,
    /// `value == null ? literal : value`.
    func alternative(in value: Range<Int>) -> String? {
        let plain = ConditionalValue.unwrapped(value, source)
        switch file.language {
        case .dart, .swift, .csharp:
            if let mark = source.first("??", in: plain) { return literal(mark + 1 ..| plain.upperBound) }
        case .kotlin, .objc:
            if let mark = source.first("?", in: plain), source.isSymbol(mark + 1, ":") {
                return literal(mark + 2 ..| plain.upperBound)
            }
        case .java: break
        default: return nil
        }
        return ConditionalValue(value, file)?.alternative.flatMap(literal)
    }

    /// Returns whether the statement at an index is executed if a condition is not fulfilled: `else`.
    func isElse(_ index: Int, _ body: Range<Int>) -> Bool {
        var start = index
        while start > body.lowerBound, index - start < 8, source[start - 1].kind != .symbol,
            !source.isWord(start - 1, "else")
        { start -= 1 }
        if source.isWord(start - 1, "else") { return true }
        return source.block(around: index, in: body).map { source.isWord($0 - 1, "else") } ?? false
    }

    /// Sets the default of each key whose other value is a literal that an `else` writes, and removes the writing of
    /// that literal.
    func withDefaults(_ events: [Event]) -> [Event] {
        guard events.contains(where: { $0.fallback != nil || $0.isAlternative }) else { return events }
        var places: [String: Int] = [:]
        var result: [Event] = []
        for event in events {
            let key = event.receiver + "\n" + event.claim.name.label
            if let fallback = event.fallback, let place = places[key] {
                result[place].claim.defaultValue = fallback
                // An empty list in place of an object is another type.
                let isObject = result[place].claim.producer != nil || result[place].claim.kinds == [.object]
                if fallback == "[]", isObject { result[place].claim.kinds = [.object, .array] }
                result[place].claim.absent = nil
                result[place].claim.omits = []
                continue
            }
            var event = event
            if event.isAlternative, let place = places[key] {
                // The key is missing only if both conditions are not met.
                result[place].claim.omits = []
                result[place].claim.absent = event.claim.omits.isEmpty ? event.claim.absent : .omitted
                event.claim.omits = []
            } else if event.isWrite, event.fallback == nil {
                places[key] = result.count
            }
            result.append(event)
        }
        return result
    }

    /// Returns the index of the call of a base class's method that makes a value: `super.user(info)`, also if a variable
    /// holds the result.
    func producer(of value: Range<Int>) -> Int? {
        var start = value.lowerBound
        if value.count == 1, source[start].isWord {
            guard let assigned = source.assignment(to: source[start].text, before: start), start - assigned < 400 else {
                return nil
            }
            start = assigned
        }
        if file.language == .objc {
            guard source.isSymbol(start, "["), ["self", "super"].contains(source[start + 1].text) else { return nil }
            start += 2
            return source[start].isWord && helpers[source[start].text] == nil ? start : nil
        }
        if ["super", "this", "self"].contains(source[start].text), source.isSymbol(start + 1, ".") { start += 2 }
        guard source[start].isWord, source.isSymbol(start + 1, "("), helpers[source[start].text] == nil else {
            return nil
        }
        return start
    }
}

extension SourceExpression {
    /// A text that is the same for equal literals and for equal names.
    fileprivate var label: String {
        terms.map { term in
            switch term {
            case .text(let text): "\"\(text)"
            case .name(let path): path.joined(separator: ".")
            case .number(let number): String(number)
            default: "?"
            }
        }.joined(separator: " ")
    }
}
