// SPDX-License-Identifier: Apache-2.0

/// The name of a content's class, compared by its words: `CMDNtf`, `CommandNotification` and
/// `RCCommandNotificationMessage` have the same key.
enum ContentName {
    /// The short forms of words in the names of types and classes.
    private static let words: [String: String] = [
        "img": "image", "txt": "text", "vc": "voice", "hqvc": "hqvoice", "grp": "group", "diz": "discussion",
        "cmd": "command", "ntf": "notification", "noti": "notification", "notify": "notification",
        "info": "information", "lbs": "location", "chrm": "chatroom", "stk": "sticker", "rc": "recall",
        "typ": "typing", "sts": "status", "ref": "reference", "msg": "message", "imgtxt": "imagetext",
        "imgtext": "imagetext",
    ]
    private static let prefixes = ["RCIMIW", "RCIM", "RC"]
    /// The words at the end that say that a class is a content, and not which.
    private static let endings: Set<String> = ["message", "content", "body", "payload"]
    /// The words at the end of a name by which a class is a content or a notice.
    private static let marks: Set<String> = ["message", "content", "body", "payload", "notification", "command"]

    /// Returns the key of a name, without the vendor's prefixes and without endings such as `Message`; empty if nothing
    /// else is left.
    static func key(_ name: String) -> String {
        var words = words(of: name)
        while let last = words.last, endings.contains(last), words.count > 1 { words.removeLast() }
        return words.joined()
    }

    /// Returns whether a class says by its last word that it is a content: `TextMessage`, `GrpNtf`, `RecallContent`.
    static func isMarked(_ name: String) -> Bool {
        words(of: name).last.map(marks.contains) ?? false
    }

    /// Returns the words of a name in lower case and in full.
    private static func words(of name: String) -> [String] {
        var rest = Substring(name)
        for prefix in prefixes where rest.hasPrefix(prefix) {
            let left = rest.dropFirst(prefix.count)
            // `RcCmd` begins with a word of its own, and `RCIM` is only a prefix.
            guard let first = left.first, first.isUppercase else { continue }
            rest = left
            break
        }
        return rest.prefix(128).nameWords.map { word in
            let word = word.lowercased()
            return ContentName.words[word] ?? word
        }
    }
}
