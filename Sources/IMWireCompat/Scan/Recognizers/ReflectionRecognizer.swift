// SPDX-License-Identifier: Apache-2.0

/// A recognizer of encoders that obtain member names by reflection, so that the source does not show what they write
/// (CMP-063).
struct ReflectionRecognizer: SourceRecognizer {
    let file: SourceFile

    /// Records whether a class encodes itself, and where its encoder uses reflection.
    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        for method in declaration.methods where !method.body.isEmpty && KeyRecognizer.isEncoding(method) {
            let name = ClassRecognizer.plain(method.name)
            if name == "encodewithcoder" || name == "tostring" { continue }
            claim.isEncoder = true
            if method.parameters.isEmpty, method.name == "encode", returnsNothing(method) { claim.writesNothing = true }
            claim.reflection = claim.reflection ?? place(in: method.body)
        }
    }

    /// The values without bytes that an encoder may return.
    private static let nothing: Set<String> = [
        "newbyte[0]", "newbyte[]{}", "ByteArray(0)", "byteArrayOf()", "Data()", "[NSDatadata]",
        "[NSDatanew]", "[[NSDataalloc]init]",
    ]

    /// Returns whether an encoder does nothing but return no bytes: `return new byte[0];`.
    private func returnsNothing(_ method: SourceOutline.Method) -> Bool {
        // A script's class without an encoder may still read members.
        guard [.java, .kotlin, .objc, .swift].contains(file.language), method.body.count <= 10 else { return false }
        let words = method.body.map { source[$0].text }.filter { $0 != "return" && $0 != ";" }
        return ReflectionRecognizer.nothing.contains(words.joined())
    }

    /// Returns the first place in a range that obtains names by reflection.
    func place(in range: Range<Int>) -> SourceExpression? {
        range.first(where: usesReflection).map {
            SourceExpression(SourceExpression.Terms(), file: file.index, line: source.line($0), owner: "")
        }
    }

    private func usesReflection(_ index: Int) -> Bool {
        guard source[index].isWord else { return false }
        let word = source[index].text
        switch file.language {
        case .java, .kotlin:
            return ["getDeclaredFields", "declaredFields", "declaredMemberProperties", "memberProperties"].contains(
                word)
        case .csharp: return (word == "GetProperties" || word == "GetFields") && source.isSymbol(index + 1, "(")
        case .swift: return word == "Mirror" && source.isWord(index + 2, "reflecting")
        case .objc: return word == "class_copyPropertyList" || word == "class_copyIvarList"
        case .go:
            return word == "reflect" && ["ValueOf", "TypeOf"].contains(source[index + 2].text)
                && source.isSymbol(index + 1, ".")
        case .javascript, .typescript, .arkts: return reflectsInScript(index, word)
        case .python: return reflectsInPython(index, word)
        case .php: return reflectsInPHP(index, word)
        case .dart: return word == "reflect" && source.isSymbol(index + 1, "(")
        }
    }

    /// Returns whether a script obtains names with `Object.keys(this)` or `for (const name in this)`.
    private func reflectsInScript(_ index: Int, _ word: String) -> Bool {
        if ["keys", "entries", "getOwnPropertyNames"].contains(word) {
            return source.isWord(index - 2, "Object") && source.isWord(index + 2, "this")
                && source.isSymbol(index + 3, ")")
        }
        return word == "in" && source.isWord(index + 1, "this") && source.isSymbol(index + 2, ")")
    }

    /// Returns whether Python code obtains names with `for name in vars(self)` or
    /// `for name, value in self.__dict__.items()`; code that writes all attributes at once writes the class's fields,
    /// which are known.
    private func reflectsInPython(_ index: Int, _ word: String) -> Bool {
        guard word == "in" else { return false }
        if ["vars", "dir"].contains(source[index + 1].text), source.isSymbol(index + 2, "(") { return true }
        return source.isSymbol(index + 2, ".") && ["__dict__", "__slots__"].contains(source[index + 3].text)
    }

    /// Returns whether PHP code obtains names with `foreach ($this as $name => $value)`,
    /// `foreach (get_object_vars($this) as …)` or `new ReflectionClass($this)`.
    private func reflectsInPHP(_ index: Int, _ word: String) -> Bool {
        if word == "ReflectionClass" || word == "ReflectionObject" { return true }
        guard word == "foreach", source.isSymbol(index + 1, "(") else { return false }
        return source.isWord(index + 2, "$this") && source.isWord(index + 3, "as")
            || source.isWord(index + 2, "get_object_vars")
    }
}
