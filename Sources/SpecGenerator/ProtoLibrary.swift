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

    /// The messages of all files.
    var bodies: [ProtoFile.Message] { files.flatMap(\.file.messages) }
    /// The enumerations of all files, with the numbers of their values.
    var enumerations: [(name: String, values: [(name: String, number: Int)])] {
        files.flatMap(\.file.enums).map { ($0.name, $0.values.map { ($0.name, $0.number) }) }
    }

    /// Returns the names and texts of the Swift files.
    ///
    /// - Parameters:
    ///   - namespace: The type in which they are declared, or nil for none.
    ///   - prelude: The lines after the header of each file, such as imports.
    package func swiftFiles(
        source: String, namespace: String? = nil, prelude: [String]
    ) throws -> [(name: String, text: String)] {
        var swift: [(name: String, text: String)] = []
        for (name, file) in files {
            for enumeration in file.enums {
                let text = try self.file("\(source)/\(name)", namespace, prelude) { code in
                    ProtoEnumWriter(enumeration).write(to: &code)
                }
                swift.append((enumeration.name, text))
            }
            for message in file.messages {
                let text = try self.file("\(source)/\(name)", namespace, prelude) { code in
                    try ProtoMessageWriter(message, enums: enums, messages: messages).write(to: &code)
                }
                swift.append((message.name, text))
            }
        }
        return swift.sorted { $0.name < $1.name }
    }

    private func file(
        _ source: String, _ namespace: String?, _ prelude: [String], _ write: (inout Code) throws -> Void
    ) throws -> String {
        var code = Code(source: source)
        for line in prelude { code.line(line) }
        guard let namespace else {
            try write(&code)
            return code.text
        }
        code.line("extension \(namespace) {")
        try code.indented(write)
        code.line("}")
        return code.text
    }

    /// Returns the Swift file for the tests, which has each message with all of its fields, and its bytes.
    package func wholeBodies(source: String) throws -> String {
        var code = Code(source: source)
        for line in ["import IMWireRMTP", ""] { code.line(line) }
        try ProtoTestWriter(files.map(\.file)).write(to: &code)
        return code.text
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
        var code = Code(source: source)
        for line in ["import IMWire", ""] { code.line(line) }
        func writer(_ name: String) throws -> ProtoMessageWriter {
            guard let message = files.flatMap(\.file.messages).first(where: { $0.name == name }) else {
                throw SpecError("\(source): there is no \(name)")
            }
            return try ProtoMessageWriter(message, enums: enums, messages: messages)
        }
        for (index, name) in (ProtoLibrary.overlays.map(\.1) + ["DownStreamMessages"]).enumerated() {
            if index > 0 { code.line() }
            try writer(name).tags(in: namespace, &code)
        }
        for (name, message, fields) in ProtoLibrary.overlays {
            code.line()
            try writer(message).overlay(name, fields, in: namespace, &code)
        }
        return code.text
    }

    /// Returns the Swift file with the table of all messages, by name.
    package func table(source: String) -> String {
        var code = Code(source: source)
        code.line("extension RMTPBody {")
        code.indented { code in
            code.documentation("All messages, ordered by the bytes of their names.")
            code.line("public static let all: [any ProtobufMessage.Type] = [")
            code.indented { code in
                for name in messages.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                    code.line("\(name).self,")
                }
            }
            code.line("]")
        }
        code.line("}")
        return code.text
    }
}
