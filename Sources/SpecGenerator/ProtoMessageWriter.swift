// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A writer of the Swift type of a message: its fields, its decoder, and its traversal by a visitor.
struct ProtoMessageWriter {
    private let message: ProtoFile.Message
    private let fields: [Field]
    private let isNested: Bool

    /// A field with its Swift names.
    private struct Field {
        var proto: ProtoFile.Field
        /// The name of the value type in the reader and visitor, such as `int32`.
        var word: String
        /// The Swift type of one element.
        var element: String
        /// The case of `ProtobufField.Kind`.
        var kind: String
        var isMessage = false

        var name: String { identifier(proto.name.swiftSpelling) }
        var isRepeated: Bool { proto.label == .repeated }
        var isRequired: Bool { proto.label == .required }
        var type: String { isRepeated ? "[\(element)]" : "\(element)?" }
        /// Whether an element is a varint, which may be packed.
        var isVarint: Bool { word != "string" && word != "byteArray" && !isMessage }
        var tag: Int { proto.number << 3 | (isVarint ? 0 : 2) }
        /// Whether a value has storage of its own, which a message that is decoded again keeps.
        var hasStorage: Bool { isRepeated || !isVarint }
    }

    /// - Parameter isNested: whether the message is a member of `RMTPBody`.
    init(_ message: ProtoFile.Message, enums: Set<String>, messages: Set<String>, isNested: Bool = true) throws {
        self.message = message
        self.isNested = isNested
        fields = try message.fields.sorted { $0.number < $1.number }.map { field in
            switch field.type {
            case "int32": Field(proto: field, word: "int32", element: "Int32", kind: ".int32")
            case "int64": Field(proto: field, word: "int64", element: "Int64", kind: ".int64")
            case "bool": Field(proto: field, word: "bool", element: "Bool", kind: ".bool")
            case "string": Field(proto: field, word: "string", element: "String", kind: ".string")
            case "bytes": Field(proto: field, word: "byteArray", element: "[UInt8]", kind: ".bytes")
            case let name where enums.contains(name):
                Field(proto: field, word: "enumeration", element: name, kind: ".enumeration(\(name).self)")
            case let name where messages.contains(name):
                Field(
                    proto: field, word: "message", element: name, kind: ".message(\(name).self)", isMessage: true)
            default: throw SpecError("\(message.name): \(field.type) is not a known type")
            }
        }
        if let field = fields.first(where: { $0.hasStorage && $0.proto.number > 63 }) {
            throw SpecError("\(message.name): \(field.proto.name) has a number above 63, which `clearStorage` lacks")
        }
    }

    /// Swift that creates a message: with its required fields, or with the first field, whose parameter then has no
    /// default, and the next one that is not a message.
    var example: [String] {
        var shown = fields.filter(\.isRequired)
        if shown.isEmpty, let first = fields.first {
            shown = [first] + Array(fields.dropFirst().filter { !$0.isMessage }.prefix(1))
        }
        let arguments = shown.map { field in
            let value =
                switch field.word {
                case "string": quoted(field.proto.name)
                case "byteArray": "Array(#\"{\"content\":\"hi\"}\"#.utf8)"
                case "bool": "true"
                case "enumeration": "RMTPBody.\(field.element)(rawValue: 1)"
                case "message": "RMTPBody.\(field.element)()"
                default: "\(field.proto.number)"
                }
            // A label needs no backticks.
            return "\(field.name.filter { $0 != "`" }): \(field.isRepeated ? "[\(value)]" : value)"
        }
        return ContentExamples.statement("body", "RMTPBody.\(message.name)", arguments)
    }

    var text: SwiftText {
        let properties = fields.map {
            "/// \($0.proto.comment)\($0.isRequired ? " Required." : "")\n"
                + "public var \($0.name): \($0.type)\($0.isRepeated ? " = []" : "")"
        }
        let table = fields.map {
            "ProtobufField(\($0.proto.number), \(quoted($0.proto.name)), .\($0.proto.label), \($0.kind)),"
        }
        // The methods for size, decoding and encoding call generic code, which is specialized here because the type is
        // known. They are not inlined, because the protocol's witnesses would be copies of them that take as long to
        // compile.
        return """
            /// \(message.comment)
            \(isNested ? SwiftText.example(example) : [])
            public struct \(message.name): ProtobufMessage {
                \(properties)
                /// The fields that the schema does not have, unchanged (PRB-020).
                public var unknownFields = ProtobufUnknownFields()

                /// Creates a message without fields.
                @inlinable
                public init() {}

                \(initializer)

                /// The name in the schema.
                public static let messageName = \(quoted(message.name))
                /// The fields of the schema.
                public static let fields: [ProtobufField] = [
                    \(table)
                ]

                /// Whether all required fields are present, in nested messages too (PRB-030).
                public var hasRequiredFields: Bool {
                    \(fields.filter(\.isRequired).map { "if \($0.name) == nil { return false }" })
                    \(fields.filter(\.isMessage).map(requirement))
                    return true
                }

                /// Reads fields up to the end of the reader, and merges them with the present ones (PRB-014).
                @inline(never)
                @_lifetime(reader: copy reader)
                public mutating func merge(from reader: inout ProtobufDecoder) throws(DecodeError) {
                    if reader.clearsFields { clearNumbers() }
                    fields: while true {
                        switch try reader.nextTag() {
                        case 0: break fields
                        \(SwiftText.joined(fields.map(cases)))
                        default: try reader.unknown(&unknownFields)
                        }
                    }
                    if reader.replaces { clearStorage(except: reader.seen) }
                }

                /// Removes the fields without storage of their own and the unknown fields.
                private mutating func clearNumbers() {
                    \(fields.filter { !$0.hasStorage }.map { "\($0.name) = nil" })
                    unknownFields.removeAll()
                }

                /// Removes the fields with storage of their own whose numbers are not bits of `seen`.
                private mutating func clearStorage(except seen: UInt64) {
                    \(fields.filter(\.hasStorage).map(clearing))
                }

                /// Passes each field to a visitor, in the order of the field numbers.
                @inline(__always)
                public func traverse(_ visitor: inout some ProtobufVisitor) {
                    \(traversal { $0.name })
                    visitor.unknown(unknownFields)
                }

                /// Writes the fields in the order of their numbers, even if required ones are absent.
                @inline(__always)
                public func write(to encoder: inout ProtobufEncoder) { traverse(&encoder) }

                /// The size of the encoded message, in bytes.
                public var encodedByteCount: Int { ProtobufEncoder.count(self) }

                /// Decodes a whole body into an empty message.
                @inline(never)
                public mutating func readBody(
                    _ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: ProtobufLimits
                ) throws(DecodeError) -> [Deviation] {
                    var reader = ProtobufDecoder(bytes, limits: limits)
                    return try reader.read(&self, mode, limits)
                }

                /// Appends the encoded message to `buffer`, even if required fields are absent.
                @inline(never)
                public func append(to buffer: inout [UInt8]) { ProtobufEncoder.append(self, to: &buffer) }
            }
            """
    }

    /// Returns the tags of the fields, for code that reads or writes some of them without the message.
    func tags(in namespace: String) -> SwiftText {
        """
        extension \(namespace).\(message.name) {
            /// The tags of the fields on the wire.
            enum Tag {
                \(fields.map { "static let \($0.name): UInt32 = \($0.tag)" })
            }
        }
        """
    }

    /// Returns a struct of fields that replace those of a message when it is written, so that the message is not copied.
    func overlay(_ name: String, _ replaced: [String], in namespace: String) throws -> SwiftText {
        let own = replaced.compactMap { wanted in fields.first { $0.proto.name == wanted } }
        guard own.count == replaced.count else { throw SpecError("\(message.name) lacks a field of \(name)") }
        let properties = own.map {
            "let \($0.name): \($0.word == "enumeration" ? "\(namespace).\($0.type)" : $0.type)"
        }
        let traversal = traversal { replaced.contains($0.proto.name) ? $0.name : "kept.message.\($0.name)" }
        let type = "\(namespace).\(message.name)"
        return """
            /// The fields of \(message.name) that follow from an envelope; all others are written unchanged.
            struct \(name) {
                \(properties)

                /// Stores the fields in a message.
                func apply(to body: inout \(type)) {
                    \(own.map { "body.\($0.name) = \($0.name)" })
                }

                /// Traverses a message with these fields in place of its own.
                @inline(__always)
                func traverse(over kept: Envelope.Kept<\(type)>, _ visitor: inout some ProtobufVisitor) {
                    \(traversal)
                    visitor.unknown(kept.message.unknownFields)
                }
            }
            """
    }

    private func traversal(_ value: (Field) -> String) -> [String] {
        fields.map {
            "visitor.\($0.word)\($0.isRepeated ? "s" : "")(\($0.tag), \(quoted($0.proto.name)), \(value($0)))"
        }
    }

    private var initializer: SwiftText {
        // Without a required field, the first parameter has no default, to distinguish this initializer from the empty
        // one.
        let ordered = fields.filter(\.isRequired) + fields.filter { !$0.isRequired }
        let parameters = ordered.enumerated().map { index, field in
            let value = field.isRequired || index == 0 ? "" : field.isRepeated ? " = []" : " = nil"
            return "\(field.name): \(field.isRequired ? field.element : field.type)\(value)"
        }
        return """
            /// Creates a message with all of its required fields.
            public init(
                \(parameters.joined(separator: ",\n"))
            ) {
                \(fields.map { "self.\($0.name) = \($0.name)" })
            }
            """
    }

    private func requirement(_ field: Field) -> String {
        field.isRepeated
            ? "for element in \(field.name) where !element.hasRequiredFields { return false }"
            : "if let \(field.name), !\(field.name).hasRequiredFields { return false }"
    }

    private func clearing(_ field: Field) -> String {
        let isAbsent = "seen & 1 << \(field.proto.number) == 0"
        // Comparing a message with nil would copy it.
        if field.isMessage, !field.isRepeated { return "if \(isAbsent) { \(field.name) = nil }" }
        let test = field.isRepeated ? "!\(field.name).isEmpty" : "\(field.name) != nil"
        return "if \(test), \(isAbsent) { \(field.name) = \(field.isRepeated ? "[]" : "nil") }"
    }

    private func cases(of field: Field) -> SwiftText {
        let name = field.name
        if field.isRepeated, field.isVarint {
            return """
                case \(field.tag): try reader.\(field.word)s(&\(name))
                case \(field.proto.number << 3 | 2):
                    let end = try reader.openPacked()
                    while reader.hasPacked(end) { try reader.\(field.word)s(&\(name)) }
                """
        }
        if field.isRepeated { return "case \(field.tag): try reader.\(field.word)s(&\(name))" }
        if field.isVarint { return "case \(field.tag): \(name) = try reader.\(field.word)()" }
        return "case \(field.tag): try reader.\(field.word)(&\(name))"
    }
}
