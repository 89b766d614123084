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
        func optional(_ text: String?) -> String { text.map(quoted) ?? "nil" }
        let topics: [SwiftText] = registry.entries.map { entry in
            """
            RMTPTopic(
                name: \(quoted(entry.value)), carrier: .\(entry.packet.lowercased()), direction: .\(entry.direction), \
            conversation: \(entry.conversation.map(String.init) ?? "nil"), isStatus: \(entry.status ?? false),
                request: \(optional(entry.request)), \
            alternatives: [\((entry.alternatives ?? []).map(quoted).joined(separator: ", "))], \
            answer: \(optional(entry.answer)),
                target: \(optional(entry.target)),
                meaning: \(quoted(entry.meaning))
            ),
            """
        }
        let text: SwiftText = """
            /// What a PUBLISH or a QUERY is about (RMTP-160).
            public struct RMTPTopic: Hashable, Sendable {
                /// The packet that has it.
                public enum Carrier: Hashable, Sendable { case publish, query }

                /// Which way it goes; both where it comes down to the sender's other devices.
                public enum Direction: Hashable, Sendable { case up, down, both }

                /// The topic, as it stands in the packet.
                public let name: String
                /// The packet that has it.
                public let carrier: Carrier
                /// Which way it goes.
                public let direction: Direction
                /// The number of the kind of conversation it belongs to, if it does to one.
                public let conversation: Int?
                /// Whether contents that are not stored go out on it (RMTP-170).
                public let isStatus: Bool
                /// The protobuf message of its body, where that is known.
                public let request: String?
                /// Other messages that releases write as its body (RMTP-232).
                public let alternatives: [String]
                /// The protobuf message of the QUERYACK's body, where that is known.
                public let answer: String?
                /// Whose id `targetId` is.
                public let target: String?
                /// What it says.
                public let meaning: String

                /// All topics of the registry, in its order; others are no error.
                public static let all: [RMTPTopic] = [
                    \(SwiftText.joined(topics))
                ]
            }
            """
        return text.file(source: "Spec/registry/rmtp-topics.json")
    }
}
