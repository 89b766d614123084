// SPDX-License-Identifier: Apache-2.0

/// A recognizer of the keys that a class's methods write to its JSON object or read from it.
struct KeyRecognizer: SourceRecognizer {
    let file: SourceFile
    let owner: String
    /// The class's methods by name; a method that returns an object may be called where a value is expected.
    var helpers: [String: SourceOutline.Method] = [:]
    var literals: LiteralKeys { LiteralKeys(file: file, owner: owner) }

    /// A key, and the variable that it is read from or written to.
    struct Event {
        var claim: KeyClaim
        var receiver: String
        var isWrite: Bool
        /// The variables that are the key's value, which are nested objects.
        var inner: [String] = []
        /// The literal, as JSON text, that is written if another value of the key is missing.
        var fallback: String?
        /// Whether the value is written if the condition for another value of the key is not met.
        var isAlternative = false
        /// The keys that lead to the object that holds this key: `data` in `json[@"data"][@"name"]`.
        var outer: [SourceExpression] = []
        /// The last bracket of several subscripts.
        var last: Int?
        /// The index from which the rest of the code is read, if part of it belongs to this event.
        var resume: Int?

        init(_ key: SourceExpression, _ receiver: String, isWrite: Bool, inner: [String] = []) {
            claim = KeyClaim(name: key, isRead: !isWrite, isWritten: isWrite)
            self.receiver = receiver
            self.isWrite = isWrite
            self.inner = inner
        }
    }

    private static let maximumDepth = 4

    /// Returns the keys of the object that a method processes, each with those of its nested objects.
    func keys(of method: SourceOutline.Method, isEncoding: Bool, depth: Int = 0) -> [KeyClaim] {
        var roots: Set<String> = []
        if file.language.isScript { scriptRoots(method, isEncoding, &roots) }
        return keys(in: method.body, roots, isEncoding: isEncoding, depth: depth)
    }

    /// Returns the keys of the object that a block of code processes.
    func keys(in body: Range<Int>, _ roots: Set<String>, isEncoding: Bool, depth: Int) -> [KeyClaim] {
        guard depth < KeyRecognizer.maximumDepth else { return [] }
        var events: [Event] = []
        var inner: Set<String> = []
        var lists = ListElements()
        var index = body.lowerBound
        let end = body.upperBound
        while index < end {
            loopVariable(at: index, &inner)
            lists.link(at: index, source)
            if let opening = literals.opening(at: index), let entries = literals.entries(of: opening) {
                if isEncoding, let target = target(of: index, opening, body) {
                    for entry in entries {
                        var event = Event(
                            entry.key, target, isWrite: true, inner: variables(in: entry.value, except: target))
                        describe(&event.claim, value: entry.value, depth)
                        event.claim.isAlways = !entry.isOptional
                        if entry.isOptional { event.claim.absent = .omitted }
                        events.append(event)
                    }
                }
                // Keys inside the literal's values are read from other objects.
                index = source.after(opening)
                continue
            }
            if var event = call(at: index, depth) ?? subscription(at: index, depth) ?? message(at: index, depth) {
                if !event.isWrite {
                    read(&event, at: index)
                    if let name = assigned(before: index) ?? ListElements.loopVariable(over: index, source) {
                        inner.insert(name)
                        event.inner.append(name)
                    }
                } else {
                    condition(&event.claim, at: index, body)
                    if isElse(index, body) {
                        event.claim.isAlways = false
                        event.fallback = event.claim.literal
                        event.isAlternative = event.fallback == nil
                    }
                }
                events.append(event)
                if let name = closureParameter(after: index, end) { inner.insert(name) }
                if event.isWrite, !event.claim.members.isEmpty, let open = source.argumentsOpen(index) {
                    // The members of the value have already been read.
                    index = source.after(open)
                    continue
                }
                if let block = block(behind: index) {
                    // The block that follows makes a separate object.
                    index = source.after(block)
                    continue
                }
                if let resume = event.resume, resume > index {
                    index = resume
                    continue
                }
            } else if let pairs = objectsAndKeys(at: index) {
                events.append(contentsOf: pairs)
            } else if var event = property(at: index, roots, isEncoding) {
                if event.isWrite { condition(&event.claim, at: index, body) }
                events.append(event)
            } else if source[index].isWord, inner.contains(source[index].text),
                source.isSymbol(index + 1, ".") || source.isSymbol(index + 1, "[")
                    || (source.isSymbol(index + 1, ";") && file.language == .objc),
                let name = assigned(before: index)
            {
                // A value taken from a nested object is nested further, and another variable may hold the object.
                inner.insert(name)
            }
            index += 1
        }
        events = withDefaults(events)
        for event in events { inner.formUnion(event.inner) }
        for event in events { inner.formUnion(event.inner.flatMap { lists.elements[$0] ?? [] }) }
        let byReceiver = Dictionary(grouping: events, by: \.receiver)
        var budget = 10_000
        return events.filter { !inner.contains($0.receiver) && $0.receiver != "." }.map {
            nested($0, byReceiver, lists, KeyRecognizer.maximumDepth, &budget)
        }
    }

    /// Returns an event's claim with the keys of the variables that are its value, within those of the objects around
    /// it; `budget` limits them for all events.
    private func nested(
        _ event: Event, _ byReceiver: [String: [Event]], _ lists: ListElements, _ depth: Int, _ budget: inout Int
    ) -> KeyClaim {
        var claim = event.claim
        if depth > 0, claim.members.isEmpty, !event.inner.isEmpty {
            for variable in event.inner where variable != event.receiver {
                let elements = lists.elements[variable] ?? []
                for receiver in [variable] + elements where receiver != event.receiver {
                    for child in byReceiver[receiver] ?? [] {
                        guard budget > 0 else { break }
                        budget -= 1
                        claim.members.append(nested(child, byReceiver, lists, depth - 1, &budget))
                        if receiver != variable { claim.kinds = [.array] }
                    }
                }
            }
        }
        return event.outer.reversed().reduce(claim) { claim, name in
            KeyClaim(
                name: name, isRead: claim.isRead, isWritten: claim.isWritten, kinds: [.object], members: [claim])
        }
    }
}
