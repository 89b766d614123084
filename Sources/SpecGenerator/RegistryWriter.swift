// SPDX-License-Identifier: Apache-2.0

import Platform
import Schemas
import TypeGenerator

/// A file of `Spec/registry` with numbers or words of the wire.
struct Registry: Decodable {
    var title: String
    var description: String
    /// The members of contents that have these values, such as `RC:VCInvite/mediaType`.
    var members: [String]?
    var entries: [Entry]

    /// The values with their meanings.
    var meanings: PlainJSON {
        .object(entries.map { (name: $0.value.text, value: .string($0.meaning)) })
    }
    /// Whether the values are words.
    var isText: Bool { if case .text = entries.first?.value { true } else { false } }

    struct Entry: Decodable {
        var value: ScalarValue
        var name: String
        var meaning: String
    }
}

/// The codes of the service, from `error-codes.json` and `server-api-codes.json`.
struct CodeRegistry: Decodable {
    var entries: [Entry]

    struct Entry: Decodable {
        /// The code, which is a word in one row of the vendor's tables; a peer cannot send a word as a code.
        var code: ScalarValue
        var name: String?
        var names: [String: [String]]?
        var handling: String
        var meaning: String?
        var seed: Bool?
    }
}

/// A writer of the Swift files of the registries.
enum RegistryWriter {
    /// The registries that become Swift types: the file, the type, and the property of contents that has the type.
    ///
    /// Values that a device does not send, such as the state of a message, have no type.
    static let types = [
        ("conversation-types", "ConversationType", "conversation"),
        ("message-directions", "MessageDirection", "direction"),
        ("contact-operations", "ContactOperation", "contactOperation"),
        ("group-operations", "GroupOperation", "groupOperation"),
        ("discussion-types", "DiscussionOperation", "discussionOperation"),
        ("kv-operations", "KeyValueOperation", "keyValueOperation"), ("mentioned-types", "MentionedScope", "scope"),
        ("media-types", "CallMedia", "media"),
    ]

    /// The registries of binary packets that become Swift types: the file and the type.
    static let packetTypes = [
        ("connack-status", "ConnAckStatus"), ("disconnect-status", "DisconnectStatus"), ("rmtp-status", "AckStatus"),
    ]

    /// The registries of chat messages, chat packets and callbacks: the file, the type, its raw type and its folder.
    static let vocabularies = [
        ("chat-types", "ChatType", "String", "Sources/IMWire/Codes/Generated"),
        ("chat-content-types", "ChatContentType", "String", "Sources/IMWire/Codes/Generated"),
        ("notification-settings", "NotificationSetting", "JSONNumber", "Sources/IMWire/Chat/Generated"),
        ("packet-types", "ChatPacketType", "UInt8", "Sources/IMWire/Codes/Generated"),
        ("channel-types", "ChannelType", "String", "Sources/IMWireServerAPI/Generated"),
    ]

    static func type(_ name: String, _ registry: Registry, source: String, rawType: String? = nil) -> String {
        let constants = registry.entries.map { entry in
            "/// \(entry.meaning)\npublic static let \(identifier(camelCase(entry.name))) = "
                + "\(name)(rawValue: \(entry.value.literal))"
        }
        let text: SwiftText = """
            /// \(registry.title).
            ///
            /// \(registry.description)
            /// The type is open: other values are kept (CNT-037).
            public struct \(name): RawRepresentable, Hashable, Sendable {
                \(SwiftText.rawValue(rawType ?? (registry.isText ? "String" : "Int")))

                \(constants)
            }
            """
        return text.file(source: "Spec/registry/\(source).json")
    }

    static func codes(_ name: String, _ registry: CodeRegistry, source: String) -> String {
        let rows = registry.entries.compactMap { entry -> String? in
            guard case .number(let number) = entry.code else { return nil }
            let names = (entry.names ?? [:]).sorted { $0.key < $1.key }
                .flatMap { platform, names in names.map { "\(platform) \($0)" } }.joined(separator: " · ")
            return "ServiceCode(\(number), \(quoted(entry.name ?? "")), .\(entry.handling), \(entry.seed ?? false), "
                + "\(quoted(names)), \(quoted(entry.meaning ?? ""))),"
        }
        let text: SwiftText = """
            extension ServiceCode {
                /// The codes of `\(source).json`, in the registry's order.
                public static let \(name): [ServiceCode] = [
                    \(rows)
                ]
            }
            """
        return text.file(source: "Spec/registry/\(source).json")
    }

    /// Returns a name in camel case: `appPublicService` for `app public service` and for `app-public-service`.
    static func camelCase(_ name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard let first = words.first else { return name }
        let head =
            first.allSatisfy(\.isUppercase) ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
        let name = head + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return name.swiftSpelling
    }
}
