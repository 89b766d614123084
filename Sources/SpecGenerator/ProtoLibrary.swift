// SPDX-License-Identifier: Apache-2.0

import Platform
import Schemas
import TypeGenerator

/// The `.proto` files of a folder, and the Swift sources generated from them.
package struct ProtoLibrary {
    private var files: [(name: String, file: ProtoFile)] = []
    private let enums: Set<String>
    private let messages: Set<String>

    /// Reads the files of `folder`.
    package init(_ folder: URL) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".proto") }
        for name in names.sorted() {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            files.append((name, try ProtoParser.parse(text, name: name)))
        }
        guard !files.isEmpty else { throw SpecError("\(folder.lastPathComponent): no .proto files") }
        let enumNames = files.flatMap(\.file.enums).map(\.name)
        let messageNames = files.flatMap(\.file.messages).map(\.name)
        enums = Set(enumNames)
        messages = Set(messageNames)
        guard enums.union(messages).count == enumNames.count + messageNames.count else {
            throw SpecError("two messages or enums have the same name")
        }
        let values = files.flatMap(\.file.enums).flatMap { $0.values.map(\.name) }
        guard Set(values).count == values.count else { throw SpecError("two enum values have the same name") }
    }

    var bodies: [ProtoFile.Message] { files.flatMap(\.file.messages) }
    var enumerations: [ProtoFile.Enumeration] { files.flatMap(\.file.enums) }

    /// Returns the names and texts of the Swift files.
    ///
    /// - Parameters:
    ///   - namespace: The type in which they are declared, or nil for none.
    ///   - imports: The modules that each file imports.
    package func swiftFiles(
        source: String, namespace: String? = nil, imports: [String]
    ) throws -> [(name: String, text: String)] {
        var swift: [(name: String, text: String)] = []
        for (name, file) in files {
            func add(_ type: String, _ text: SwiftText) {
                let text: SwiftText = namespace.map { "extension \($0) {\n    \(text)\n}" } ?? text
                swift.append((type, text.file(source: "\(source)/\(name)", imports: imports)))
            }
            for enumeration in file.enums { add(enumeration.name, ProtoEnumWriter(enumeration: enumeration).text) }
            for message in file.messages {
                add(
                    message.name,
                    try ProtoMessageWriter(
                        message, enums: enums, messages: messages, isNested: namespace != nil
                    ).text)
            }
        }
        return swift.sorted { $0.name < $1.name }
    }

    /// Returns the Swift file for the tests, which has each message with all of its fields, and its bytes.
    package func wholeBodies(source: String) throws -> String {
        try ProtoTestWriter(files.map(\.file)).text().file(source: source, imports: ["IMWireRMTP"])
    }

    /// Returns the Swift file of a test that runs the examples of all messages.
    package func bodyExamples(source: String) throws -> String {
        let messages = files.flatMap(\.file.messages).sorted { $0.name < $1.name }
        let blocks: [SwiftText] = try messages.map { message in
            """
            do {
                \(try ProtoMessageWriter(message, enums: enums, messages: self.messages).example)
                try check(body)
            }
            """
        }
        let text: SwiftText = """
            /// The examples of the messages of bodies.
            enum BodyExamples {
                static func run(_ check: (any ProtobufMessage) throws -> Void) throws {
                    \(SwiftText.joined(blocks))
                }
            }
            """
        return text.file(source: source, imports: ["IMWireRMTP"])
    }

    /// The messages that have fields set by an envelope: the name of the struct for these fields, the message, the
    /// fields.
    private static let overlays = [
        ("UpFields", "UpStreamMessage", ["sessionId", "classname", "content", "userId"]),
        (
            "DownFields", "DownStreamMessage",
            [
                "fromUserId", "type", "groupId", "classname", "content", "dataTime", "status", "msgId", "direction",
                "toUserId",
            ]
        ),
    ]

    /// Returns the Swift file for the fast paths of envelopes, with the tags of the fields that they read and write.
    package func envelopes(source: String, namespace: String) throws -> String {
        func writer(_ name: String) throws -> ProtoMessageWriter {
            guard let message = bodies.first(where: { $0.name == name }) else {
                throw SpecError("\(source): there is no \(name)")
            }
            return try ProtoMessageWriter(message, enums: enums, messages: messages)
        }
        let tags = try (ProtoLibrary.overlays.map(\.1) + ["DownStreamMessages"]).map {
            try writer($0).tags(in: namespace)
        }
        let overlays = try ProtoLibrary.overlays.map { name, message, fields in
            try writer(message).overlay(name, fields, in: namespace)
        }
        return SwiftText.joined(tags + overlays, separator: "\n\n").file(source: source, imports: ["IMWire"])
    }

    /// Returns the Swift file with the table of all messages, by name.
    package func table(source: String) -> String {
        let names = messages.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let text: SwiftText = """
            extension RMTPBody {
                /// All messages, ordered by the bytes of their names.
                public static let all: [any ProtobufMessage.Type] = [
                    \(names.map { "\($0).self," })
                ]
            }
            """
        return text.file(source: source)
    }
}
