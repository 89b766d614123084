// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A writer of test data: each message with all of its fields, and their bytes on the wire.
///
/// The bytes are derived from the schema only, field by field, so that they are independent of the message writer.
struct ProtoTestWriter {
    private let messages: [ProtoFile.Message]
    private let enums: [String: ProtoFile.Enumeration]

    init(_ files: [ProtoFile]) {
        messages = files.flatMap(\.messages).sorted { $0.name < $1.name }
        enums = Dictionary(uniqueKeysWithValues: files.flatMap(\.enums).map { ($0.name, $0) })
    }

    func text() throws -> SwiftText {
        """
        /// Every message with all of its fields.
        enum WholeBodies {
            static let all: [any WireCheck] = [
                \(messages.map { "\(function($0.name))()," })
            ]

            \(SwiftText.joined(try messages.map(text), separator: "\n\n"))
        }
        """
    }

    private func text(_ message: ProtoFile.Message) throws -> SwiftText {
        guard !reaches(message.name, from: message, []) else {
            throw SpecError("\(message.name) contains itself: no value has all of its fields")
        }
        let fields = message.fields.sorted { $0.number < $1.number }
        let ordered = fields.filter { $0.label == .required } + fields.filter { $0.label != .required }
        let arguments = try ordered.map { field in
            let values = try examples(field).map(\.swift).joined(separator: ", ")
            return "\(field.name.swiftSpelling): \(field.label == .repeated ? "[\(values)]" : values)"
        }
        return """
            private static func \(function(message.name))() -> WholeBody<RMTPBody.\(message.name)> {
                WholeBody(
                    RMTPBody.\(message.name)(
                        \(arguments.joined(separator: ",\n"))
                    ),
                    wire: [
                        \(try fields.flatMap(examples).map { "WireBuilder.\($0.wire)," })
                    ])
            }
            """
    }

    /// Returns the elements of a field: two if it is repeated, and one otherwise.
    private func examples(_ field: ProtoFile.Field) throws -> [(swift: String, wire: String)] {
        try (0..<(field.label == .repeated ? 2 : 1)).map { index in
            let number = field.number
            func varint(_ value: Int, _ swift: String) -> (swift: String, wire: String) {
                (swift, "number(\(number), \(value))")
            }
            switch field.type {
            case "int32":
                let value = 100 * number + index
                return varint(value, "\(value)")
            case "int64":
                let value = 1 << 40 + number + index
                return varint(value, "\(value)")
            case "bool": return varint(1, "true")
            case "string":
                let text = quoted(index == 0 ? field.name : "\(field.name) \(index)")
                return (text, "block(\(number), Array(\(text).utf8))")
            case "bytes": return ("[\(number), 0x80, \(index)]", "block(\(number), [\(number), 0x80, \(index)])")
            case let name:
                if let values = enums[name]?.values, !values.isEmpty {
                    let value = values[(number + index) % values.count].number
                    return varint(value, "RMTPBody.\(name)(rawValue: \(value))")
                }
                guard messages.contains(where: { $0.name == name }) else {
                    throw SpecError("\(field.name): \(name) is not a known type")
                }
                return ("\(function(name))().value", "block(\(number), \(function(name))().wire)")
            }
        }
    }

    private func reaches(_ name: String, from message: ProtoFile.Message, _ seen: Set<String>) -> Bool {
        guard !seen.contains(message.name) else { return false }
        return message.fields.contains { field in
            guard let inner = messages.first(where: { $0.name == field.type }) else { return false }
            return inner.name == name || reaches(name, from: inner, seen.union([message.name]))
        }
    }

    private func function(_ name: String) -> String {
        identifier(name.prefix(1).lowercased() + name.dropFirst())
    }
}
