// SPDX-License-Identifier: Apache-2.0

/// Converters of bridges whose signatures contain no object of any members: callbacks, and methods that create an object
/// of a class of the bridge (CMP-115).
extension BranchRecognizer {
    /// The words of code that passes objects to a script or to Dart.
    private static let words: Set<String> = [
        "FlutterMethodChannel", "FlutterResult", "FlutterPlugin", "MethodChannel", "RCTBridge", "RCTBridgeModule",
        "RCTEventEmitter", "RCTPromiseResolveBlock", "RCT_EXPORT_METHOD", "sendEventWithName",
        "sendDeviceEventWithName", "sendAppEventWithName", "CDVPlugin", "CDVPluginResult", "CordovaPlugin",
        "WritableMap", "UZModule", "UniModule", "DCUniModule",
    ]
    /// The minimum number of branches that create objects, because fewer do not show that a method converts contents.
    static let minimumCreating = 3

    /// Returns whether a file passes objects to a script or to Dart.
    func passesObjects() -> Bool {
        !source.places(of: .word, among: BranchRecognizer.words).isEmpty
    }

    /// Returns the class of the object that a branch makes of the tested content: `content = new TextItem(message);`.
    func created(in body: Range<Int>, from subject: String?) -> String? {
        guard let subject else { return nil }
        return body.prefix(64).lazy.compactMap { index -> String? in
            let isCreated = file.language == .kotlin || source.isWord(index - 1, "new")
            guard isCreated, source[index].isWord, source[index].text.first?.isUppercase == true,
                source.isSymbol(index + 1, "("), source.isWord(source.after(index + 1) - 2, subject)
            else { return nil }
            let argument = source.inside(index + 1)
            let isCast = argument.count == 4 && source.isSymbol(argument.lowerBound, "(")
            return argument.count == 1 || isCast ? source[index].text : nil
        }.first
    }

    /// Returns the variable whose class a condition tests: `content instanceof Gift`, `content is Gift`.
    func testedVariable(_ condition: Range<Int>) -> String? {
        condition.first { source.isWord($0, "instanceof") || source.isWord($0, "is") }.flatMap { index in
            source[index - 1].isWord && source[index - 1].text.first?.isLowercase == true ? source[index - 1].text : nil
        }
    }

    /// Returns whether the word at an index is the last content of a conversation, or a variable that holds it.
    func isPreview(_ index: Int) -> Bool {
        guard source[index].isWord else { return false }
        if isLast(index) { return true }
        guard let value = source.assignment(to: source[index].text, before: index) else { return false }
        return (value ..| source.statementEnd(value, limit: 16)).contains(where: isLast)
    }

    private func isLast(_ index: Int) -> Bool {
        guard source[index].isWord, source[index].text.utf8.count >= "lastmessage".utf8.count else { return false }
        let word = source[index].text.lowercased()
        return word.holds("lastmessage") || word.holds("latestmessage") || word.holds("lastestmessage")
    }
}
