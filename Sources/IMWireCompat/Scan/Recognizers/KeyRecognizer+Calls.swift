// SPDX-License-Identifier: Apache-2.0

/// The keys in calls, subscripts and Objective-C messages.
extension KeyRecognizer {
    private static let putting: Set<String> = [
        "put", "putOpt", "putOnce", "putIfAbsent", "set", "add", "Add", "addProperty", "accumulate", "TryAdd",
        "putJsonArray", "putJsonObject", "putString", "putInt", "putDouble", "putBoolean", "putMap", "putArray",
    ]
    private static let getting: Set<String> = [
        "get", "opt", "has", "containsKey", "ContainsKey", "GetValue", "TryGetValue", "GetProperty", "TryGetProperty",
        "Value", "isNull", "pop", "getOrDefault", "remove",
    ]

    /// Returns the event of a call: `receiver.put("key", value)`, `receiver.optString("key")`.
    func call(at index: Int, _ depth: Int) -> Event? {
        guard source[index].isWord, let open = source.argumentsOpen(index) else { return nil }
        let name = source[index].text
        // `json.getBytes(UTF_8)` converts a string to bytes.
        if name == "getBytes" || name == "GetBytes" { return nil }
        let isPut = KeyRecognizer.putting.contains(name)
        let isGet =
            !isPut
            && (KeyRecognizer.getting.contains(name)
                || ((name.hasPrefix("get") || name.hasPrefix("opt") || name.hasPrefix("Get")) && name.count > 3))
        let isKeyed = name == "setValue" || name == "setObject" || name == "updateValue"
        if name == "JProperty" { return pair(open) }
        guard isPut || isGet || isKeyed else { return nil }
        let arguments = source.split(source.inside(open))
        var key = arguments.first
        var value = arguments.count > 1 ? arguments[1] : nil
        if isKeyed {
            guard let last = arguments.last, source.isWord(last.lowerBound, "forKey"), last.count > 2 else {
                return nil
            }
            key = last.lowerBound + 2 ..| last.upperBound
            value = arguments.first
        }
        guard let key, literals.isKey(key) else { return nil }
        if isPut && arguments.count < 2 && !name.hasPrefix("putJson") { return nil }
        if !isPut && !isKeyed && arguments.count > 2 { return nil }
        guard let receiver = receiver(before: index, isPut) else { return nil }
        let isWrite = isPut || isKeyed
        let inner = isWrite ? value.map { variables(in: $0, except: receiver) } ?? [] : []
        var event = Event(file.expression(key, owner: owner), receiver, isWrite: isWrite, inner: inner)
        if isWrite, let value { describe(&event.claim, value: value, depth) }
        if isPut, event.claim.kinds.isEmpty {
            event.claim.kinds = name == "putMap" ? [.object] : KeyRecognizer.kinds(ofAccessor: name)
        }
        if name.hasPrefix("putJson") {
            event.claim.kinds = name == "putJsonArray" ? [.array] : [.object]
            if name == "putJsonObject", let block = block(behind: index) {
                event.claim.members = keys(in: source.inside(block), [], isEncoding: true, depth: depth + 1)
            }
        }
        return event
    }

    /// Returns the event of `new JProperty("key", value)`, which becomes part of the enclosing object.
    private func pair(_ open: Int) -> Event? {
        guard let key = source.split(source.inside(open)).first, literals.isKey(key) else { return nil }
        return Event(file.expression(key, owner: owner), "", isWrite: true)
    }

    /// Returns the variable whose method is called at an index: `.` for a nested object, an empty string for the type's
    /// own object, or nil if the call is irrelevant.
    private func receiver(before index: Int, _ isPut: Bool) -> String? {
        guard source.isSymbol(index - 1, ".") else {
            // In Kotlin, the receiver may be the object of an enclosing scope function; otherwise the call is to a
            // method of the class.
            let isRead = source[index].text.hasPrefix("opt") || source[index].text.hasPrefix("get")
            return file.language == .kotlin && (isPut || isRead) ? "" : nil
        }
        var before = index - 2
        while source.isSymbol(before, "!") || source.isSymbol(before, "?") { before -= 1 }
        let token = source[before]
        if token.isSymbol(")") {
            let open = source.other(before)
            guard open > 0, open < before, source[open - 1].isWord else { return "." }
            // A chain of puts concerns one object. A new object is the type's own unless it becomes another object's
            // value.
            let callee = source[open - 1].text
            if KeyRecognizer.putting.contains(callee) && isPut { return receiver(before: open - 1, true) }
            guard isPut, callee.lowercased().hasSuffix("jsonobject") else { return "." }
            let start = source.isWord(open - 2, "new") ? open - 2 : open - 1
            return source.isSymbol(start - 1, ",") ? "." : ""
        }
        if token.isSymbol("]") { return "." }
        guard token.isWord else { return nil }
        if source.isSymbol(before - 1, ".") { return nil }
        if token.text.first?.isUppercase == true { return nil }
        return token.text
    }

    /// Returns the event of a subscript: `receiver["key"]`, `receiver["outer"]["key"]`.
    func subscription(at index: Int, _ depth: Int) -> Event? {
        if let event = cascade(at: index) { return event }
        guard source.isSymbol(index, "["), literals.isSubscript(index) else { return nil }
        var inside = source.inside(index)
        guard literals.isKey(inside) else { return nil }
        var before = index - 1
        while source.isSymbol(before, "!") || source.isSymbol(before, "?") { before -= 1 }
        guard source[before].isWord else {
            let isWrite = source.isSymbol(source.after(index), "=")
            return Event(file.expression(inside, owner: owner), ".", isWrite: isWrite)
        }
        if source.isSymbol(before - 1, ".") { return nil }
        var last = index
        var outer: [SourceExpression] = []
        while outer.count < KeyRecognizer.maximumOuter, let next = nextSubscript(after: last) {
            outer.append(file.expression(inside, owner: owner))
            inside = source.inside(next)
            last = next
        }
        let end = source.after(last)
        let isWrite = source.isSymbol(end, "=")
        var event = Event(file.expression(inside, owner: owner), source[before].text, isWrite: isWrite)
        event.outer = outer
        if last > index {
            event.last = last
            event.resume = last + 1
        }
        if isWrite {
            let stop = source.statementEnd(end + 1, limit: 63)
            event.inner = variables(in: end + 1 ..| stop, except: source[before].text)
            describe(&event.claim, value: end + 1 ..| stop, depth)
            // The members of the value have already been read.
            if file.language == .swift, !event.claim.members.isEmpty { event.resume = stop }
        }
        return event
    }

    /// The maximum number of objects around a key in one expression.
    private static let maximumOuter = 5

    /// Returns the subscript that follows another one directly or behind a cast, if it has a key: `["outer"]["key"]`,
    /// `["outer"]?["key"]`, `(… ["outer"] as? [String: Any])?["key"]`.
    private func nextSubscript(after open: Int) -> Int? {
        var next = source.after(open)
        if source.isWord(next, "as"), let end = castEnd(next) { next = end }
        while source.isSymbol(next, "?") || source.isSymbol(next, "!") { next += 1 }
        guard source.isSymbol(next, "["), source.other(next) > next, literals.isKey(source.inside(next)) else {
            return nil
        }
        return next
    }

    /// Returns the end of the parentheses around a cast, unless they contain the arguments of a call.
    private func castEnd(_ word: Int) -> Int? {
        guard let open = source.bracket(around: word), source.isSymbol(open, "("), source.other(open) > word,
            source.other(open) - word <= 16,
            !source[open - 1].isWord || ["return", "in", "if", "case"].contains(source[open - 1].text)
        else { return nil }
        return source.after(open)
    }

    /// Returns the event of Dart's `..["key"] = value`, which follows the object under construction.
    private func cascade(at index: Int) -> Event? {
        guard file.language == .dart, source.isSymbol(index, "["), source.isSymbol(source.after(index), "="),
            source.isSymbol(index - 1, "..") || (source.isSymbol(index - 1, ".") && source.isSymbol(index - 2, "."))
        else { return nil }
        let inside = source.inside(index)
        guard literals.isKey(inside) else { return nil }
        return Event(file.expression(inside, owner: owner), "", isWrite: true)
    }

    /// Returns the event of a message: `[receiver setObject:value forKey:@"key"]`, `[receiver objectForKey:@"key"]`,
    /// `[[receiver objectForKey:@"outer"] objectForKey:@"key"]`.
    func message(at index: Int, _ depth: Int, level: Int = 0) -> Event? {
        guard file.language == .objc, source.isSymbol(index, "["), !literals.isSubscript(index) else { return nil }
        let inside = source.inside(index)
        guard inside.count >= 4 else { return nil }
        var receiver = "."
        var outer: [SourceExpression] = []
        var next = inside.lowerBound
        if source[next].isWord {
            receiver = source[next].text
            next += 1
            if source.isSymbol(next, ".") { return nil }
            while source.isSymbol(next, "["), outer.count < KeyRecognizer.maximumOuter {
                guard literals.isKey(source.inside(next)) else { return nil }
                outer.append(file.expression(source.inside(next), owner: owner))
                next = source.after(next)
            }
        } else {
            if level < KeyRecognizer.maximumOuter, let inner = message(at: next, depth, level: level + 1),
                !inner.isWrite
            {
                receiver = inner.receiver
                outer = inner.outer + [inner.claim.name]
            }
            next = source.after(next)
        }
        guard source[next].isWord, source.isSymbol(next + 1, ":") else { return nil }
        let selector = source[next].text.lowercased()
        // An archive is not JSON.
        if selector.hasPrefix("decode") || selector.hasPrefix("encode") { return nil }
        if selector.hasSuffix("forkey") || selector == "objectforkeyedsubscript" {
            let key = next + 2 ..| inside.upperBound
            guard literals.isKey(key) else { return nil }
            var event = Event(file.expression(key, owner: owner), receiver, isWrite: false)
            event.claim.kinds = KeyRecognizer.kinds(ofAccessor: selector)
            event.outer = outer
            if !outer.isEmpty { event.resume = next }
            return event
        }
        guard selector.holds("set") || selector.holds("add") else { return nil }
        for place in next + 2 ..| inside.upperBound
        where ["forKey", "forKeyedSubscript"].contains(source[place].text) && source.isSymbol(place + 1, ":") {
            let key = place + 2 ..| inside.upperBound
            guard literals.isKey(key) else { return nil }
            var event = Event(
                file.expression(key, owner: owner), receiver, isWrite: true,
                inner: variables(in: next + 2 ..| place, except: receiver))
            describe(&event.claim, value: next + 2 ..| place, depth)
            event.outer = outer
            if !outer.isEmpty { event.resume = next }
            return event
        }
        return nil
    }

    /// Returns the events of `dictionaryWithObjectsAndKeys:value, @"key", …, nil`.
    func objectsAndKeys(at index: Int) -> [Event]? {
        guard file.language == .objc, source[index].text.hasSuffix("ithObjectsAndKeys"), source.isSymbol(index + 1, ":")
        else { return nil }
        var end = index + 2
        while end < source.count, !source.isSymbol(end, "]") { end = source.after(end) }
        let parts = source.split(index + 2 ..| end)
        var events: [Event] = []
        for place in stride(from: 1, to: parts.count, by: 2) where literals.isKey(parts[place]) {
            var event = Event(file.expression(parts[place], owner: owner), "", isWrite: true)
            describe(&event.claim, value: parts[place - 1], 0)
            events.append(event)
        }
        return events.isEmpty ? nil : events
    }
}
