// SPDX-License-Identifier: Apache-2.0

/// The methods that encoders of Objective-C and Swift call for a part of their object, or to fill it.
extension KeyRecognizer {
    /// The selectors and calls whose argument is added to the object itself.
    private static let merging: Set<String> = [
        "addEntriesFromDictionary", "initWithDictionary", "dictionaryWithDictionary", "setDictionary",
        "dataWithJSONObject", "withJSONObject", "merge", "merging",
    ]

    /// Returns the names of the methods whose object is only the value of a key: `json[@"user"] = [self encodeUser]`.
    func partMethods(of declaration: SourceOutline.Declaration) -> Set<String> {
        guard file.language == .objc || file.language == .swift else { return [] }
        var parts: Set<String> = []
        var others: Set<String> = []
        for method in declaration.methods {
            for index in method.body
            where source[index].isWord && isOwnCall(index) && helpers[source[index].text] != nil {
                if isPart(at: index) {
                    parts.insert(source[index].text)
                } else {
                    others.insert(source[index].text)
                }
            }
        }
        // A call such as `encode(sender)` is to another method of the same name.
        return parts.subtracting(others).subtracting(["encode", "decode"])
    }

    private func isOwnCall(_ index: Int) -> Bool {
        if file.language == .objc { return source.isWord(index - 1, "self") && source.isSymbol(index - 2, "[") }
        return source.isSymbol(index + 1, "(") && !source.isWord(index - 1, "func")
    }

    /// Returns whether the result of the call at an index is the value of a key or an element of a list.
    func isPart(at index: Int) -> Bool {
        var before: Int
        switch file.language {
        case .objc:
            guard source.isSymbol(index - 2, "[") else { return false }
            before = index - 3
        case .swift: before = source.isSymbol(index - 1, ".") ? index - 3 : index - 1
        default: return false
        }
        if source.isSymbol(before, "=") { return source.isSymbol(before - 1, "]") && !isTypeEnd(before - 1) }
        guard source.isSymbol(before, ":") || source.isSymbol(before, "(") else { return false }
        return !KeyRecognizer.merging.contains(source[before - 1].text) && !source.isWord(before - 1, "with")
            && !source.isSymbol(before - 1, "=")
    }

    /// Returns whether square brackets end a declared type: Swift's `let json: [String: Any] =`.
    private func isTypeEnd(_ close: Int) -> Bool {
        file.language == .swift && source.isSymbol(source.other(close) - 1, ":")
    }

    /// Returns whether a method fills or reads an object that it is passed: `- (void)fill:(NSMutableDictionary *)json`,
    /// `func fill(_ json: inout [String: Any])`.
    func fillsObject(_ method: SourceOutline.Method) -> Bool {
        switch file.language {
        case .objc: method.parameters.contains { ["NSMutableDictionary", "NSDictionary"].contains(source[$0].text) }
        case .swift:
            method.parameters.contains { source.isWord($0, "inout") }
                && method.parameters.contains { source.isSymbol($0, "[") }
        default: false
        }
    }
}
