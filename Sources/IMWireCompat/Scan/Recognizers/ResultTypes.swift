// SPDX-License-Identifier: Apache-2.0

/// The types of values that are results of methods which the tree does not declare, in Java and Kotlin (CMP-093).
struct ResultTypes: SourceRecognizer {
    let file: SourceFile

    /// The getters of the SDK's class of a user that return a text.
    private static let userGetters: Set<String> = ["getUserId", "getName", "getExtra", "getAlias"]
    private static let reach = 400

    /// Returns whether a value is a text: `uri.toString()`, `user.getName() == null ? "" : user.getName()`.
    func isText(_ value: Range<Int>) -> Bool {
        guard file.language == .java || file.language == .kotlin, value.count > 3 else { return false }
        guard let condition = ConditionalValue(value, file) else {
            return isTextCall(ConditionalValue.unwrapped(value, source))
        }
        let branches = [condition.first, condition.second].map { ConditionalValue.unwrapped($0, source) }
        return branches.allSatisfy { isEmptyOrText($0) || isTextCall($0) } && branches.contains(where: isTextCall)
    }

    /// Returns whether a value is the result of a method with the name of a boolean's getter: `image.isFull()`.
    func isBoolean(_ value: Range<Int>) -> Bool {
        let end = value.upperBound
        guard file.language == .java || file.language == .kotlin, value.count == 5, source.isSymbol(end - 1, ")"),
            source.isSymbol(end - 2, "("), source.isSymbol(end - 4, "."), source[end - 5].isWord
        else { return false }
        let name = source[end - 3].text
        return source[end - 3].isWord && name.hasPrefix("is") && name.dropFirst(2).first?.isUppercase == true
    }

    private func isEmptyOrText(_ value: Range<Int>) -> Bool {
        value.count == 1 && (source[value.lowerBound].isString || source.isWord(value.lowerBound, "null"))
    }

    /// Returns whether a value is a call without arguments of a method that returns a text.
    private func isTextCall(_ value: Range<Int>) -> Bool {
        let end = value.upperBound
        guard value.count > 4, source.isSymbol(end - 1, ")"), source.isSymbol(end - 2, "("),
            source.isSymbol(end - 4, ".")
        else { return false }
        if source.isWord(end - 3, "toString") { return true }
        guard ResultTypes.userGetters.contains(source[end - 3].text), file.importsUserInfo else { return false }
        if source.isSymbol(end - 5, ")") { return source.isWord(source.other(end - 5) - 1, "getUserInfo") }
        guard value.count == 5, source[end - 5].isWord else { return false }
        let name = source[end - 5].text
        return (max(end - ResultTypes.reach, 1) ..| end - 5).contains { index in
            source.isWord(index, name) && source.isWord(index - 1, "UserInfo")
        }
    }
}

extension SourceFile {
    /// Returns whether the file imports the SDK's class of a user.
    func importsUser() -> Bool {
        source.places(of: .word, among: ["model"]).contains { index in
            source.isWord(index - 2, "imlib") && source.isSymbol(index + 1, ".")
                && (source.isWord(index + 2, "UserInfo") || source.isSymbol(index + 2, "*"))
        }
    }
}
