// SPDX-License-Identifier: Apache-2.0

/// The properties of objects that a script constructs or parses.
extension KeyRecognizer {
    func scriptRoots(_ method: SourceOutline.Method, _ isEncoding: Bool, _ roots: inout Set<String>) {
        if !isEncoding {
            guard !KeyRecognizer.constructors.contains(method.name) else { return }
            for part in source.split(method.parameters) where source[part.lowerBound].isWord {
                roots.insert(source[part.lowerBound].text)
            }
        }
        for index in method.body where source.isSymbol(index, "=") {
            let isParsed = source.isWord(index + 1, "JSON") && source.isWord(index + 3, "parse") && !isEncoding
            let isNew = isEncoding && source.isSymbol(index + 1, "{")
            if isParsed || isNew, let name = assigned(before: index + 1) { roots.insert(name) }
        }
    }

    func property(at index: Int, _ roots: Set<String>, _ isEncoding: Bool) -> Event? {
        guard !roots.isEmpty, source[index].isWord, roots.contains(source[index].text),
            !source.isSymbol(index - 1, "."),
            source.isSymbol(index + 1, "."), source[index + 2].isWord, !source.isSymbol(index + 3, "(")
        else { return nil }
        let isWrite = source.isSymbol(index + 3, "=")
        guard isWrite == isEncoding, source[index + 2].text != "length" else { return nil }
        let key = SourceExpression(text: source[index + 2].text, file: file.index, line: source.line(index + 2))
        var event = Event(key, source[index].text, isWrite: isWrite)
        if isWrite {
            let value = index + 4 ..| min(index + 16, source.statementEnd(index + 4, limit: 16))
            event.inner = variables(in: value, except: event.receiver)
            describe(&event.claim, value: value, 0)
        }
        return event
    }
}
