// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A generator for messages of the socket chat protocol, of every kind and with all members (FUZ-020).
enum ChatGenerator {
    /// Appends a message.
    static func message(_ output: inout [UInt8], _ random: inout SeededRandom) {
        output.append(.openBrace)
        var isFirst = true
        func member(_ name: String, _ value: (inout [UInt8], inout SeededRandom) -> Void) {
            if !isFirst { output.append(.comma) }
            isFirst = false
            output += Array("\"\(name)\":".utf8)
            value(&output, &random)
        }
        func word(_ name: String, _ words: [String]) {
            let word = EdgeValues.pick(words, &random)
            member(name) { output, _ in output += Array("\"\(word)\"".utf8) }
        }
        if !random.chance(8) { word("messageType", ChatVocabularyWords.kinds) }
        let present = random.pick(10...95)
        for name in ChatVocabularyWords.strings where random.chance(name == "beatID" ? 4 : present) {
            if name == "sendTime" {
                word(name, ["1700000000000", "0", "-1", "x", "9223372036854775808", "1.5", ""])
            } else if name == "beatID" {
                word(name, ["beatID", "x"])
            } else {
                member(name) { JSONGenerator.string(&$0, &$1) }
            }
        }
        if random.chance(present) { word("chatType", ["userChat", "groupChat", "user", "group", "roomChat"]) }
        let isRongCloud = random.chance(15)
        if isRongCloud { word("objectName", ["RC:TxtMsg", "RC:ImgMsg", "app:x", "RC:CsLM"]) }
        if random.chance(90) {
            word(random.chance(90) ? "contenType" : "contentType", ChatVocabularyWords.contentTypes)
        }
        if random.chance(90) {
            member("content") { output, random in
                if random.chance(10) { return JSONGenerator.value(&output, &random, depth: 2) }
                content(&output, &random)
            }
        }
        if random.chance(20) {
            member("atToUserIDs") { output, random in
                output.append(.openBracket)
                JSONGenerator.string(&output, &random)
                output.append(.closeBracket)
            }
        }
        for name in ["noDisturb", "code"] where random.chance(20) {
            member(name) { output, random in output += Array(EdgeValues.pick(EdgeValues.numbers, &random).utf8) }
        }
        if random.chance(15) { member("x") { JSONGenerator.value(&$0, &$1, depth: 2) } }
        output.append(.closeBrace)
    }

    private static func content(_ output: inout [UInt8], _ random: inout SeededRandom) {
        output.append(.openBrace)
        var isFirst = true
        for name in ChatVocabularyWords.contentMembers where random.chance(25) {
            if !isFirst { output.append(.comma) }
            isFirst = false
            output += Array("\"\(name)\":".utf8)
            switch name {
            case "picSize":
                output += Array(
                    EdgeValues.pick(["{\"width\":1,\"height\":2}", "\"1,2\"", "\"{1, 2}\"", "\"1x2\""], &random).utf8)
            case "videoDuration", "width", "height": output += Array(EdgeValues.pick(EdgeValues.numbers, &random).utf8)
            default: JSONGenerator.string(&output, &random)
            }
        }
        output.append(.closeBrace)
    }
}
