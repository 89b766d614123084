// SPDX-License-Identifier: Apache-2.0

import TypeGenerator

/// The contents of `Spec/registry/rmtp-topics.json`.
struct TopicRegistry: Decodable {
    var title: String
    var entries: [Entry]

    struct Entry: Decodable {
        var value: String
        var meaning: String
        var packet: String
        var direction: String
        var conversation: Int?
        var status: Bool?
        var request: String?
        var alternatives: [String]?
        var answer: String?
        var target: String?
    }
}

/// A writer of the Swift file of the topics.
enum TopicWriter {
    static func file(_ registry: TopicRegistry) -> String {
        var code = Code(source: "Spec/registry/rmtp-topics.json")
        code.documentation("What a PUBLISH or a QUERY is about (RMTP-160).")
        code.line("public struct RMTPTopic: Hashable, Sendable {")
        code.indented { code in
            code.documentation("The packet that has it.")
            code.line("public enum Carrier: Hashable, Sendable { case publish, query }")
            code.line()
            code.documentation("Which way it goes; both where it comes down to the sender's other devices.")
            code.line("public enum Direction: Hashable, Sendable { case up, down, both }")
            code.line()
            for (name, type, comment) in [
                ("name", "String", "The topic, as it stands in the packet."),
                ("carrier", "Carrier", "The packet that has it."), ("direction", "Direction", "Which way it goes."),
                ("conversation", "Int?", "The number of the kind of conversation it belongs to, if it does to one."),
                ("isStatus", "Bool", "Whether contents that are not stored go out on it (RMTP-170)."),
                ("request", "String?", "The protobuf message of its body, where that is known."),
                ("alternatives", "[String]", "Other messages that releases write as its body (RMTP-232)."),
                ("answer", "String?", "The protobuf message of the QUERYACK's body, where that is known."),
                ("target", "String?", "Whose id `targetId` is."), ("meaning", "String", "What it says."),
            ] {
                code.documentation(comment)
                code.line("public let \(name): \(type)")
            }
            code.line()
            code.documentation("All topics of the registry, in its order; others are no error.")
            code.line("public static let all: [RMTPTopic] = [")
            code.indented { code in
                for entry in registry.entries {
                    func optional(_ text: String?) -> String { text.map(quoted) ?? "nil" }
                    code.line("RMTPTopic(")
                    code.indented { code in
                        var line = "name: \(quoted(entry.value)), carrier: .\(entry.packet.lowercased()), "
                        line += "direction: .\(entry.direction), "
                        line += "conversation: \(entry.conversation.map(String.init) ?? "nil"), "
                        line += "isStatus: \(entry.status ?? false),"
                        code.line(line)
                        let alternatives = (entry.alternatives ?? []).map(quoted).joined(separator: ", ")
                        line = "request: \(optional(entry.request)), alternatives: [\(alternatives)], "
                        code.line(line + "answer: \(optional(entry.answer)),")
                        code.line("target: \(optional(entry.target)),")
                        code.line("meaning: \(quoted(entry.meaning))")
                    }
                    code.line("),")
                }
            }
            code.line("]")
        }
        code.line("}")
        return code.text
    }
}
