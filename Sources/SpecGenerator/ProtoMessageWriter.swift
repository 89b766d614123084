// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A writer of the Swift type of a message: its fields, its decoder, and its traversal by a visitor.
struct ProtoMessageWriter {
    private let message: ProtoFile.Message
    private let fields: [Field]

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
    }

    init(_ message: ProtoFile.Message, enums: Set<String>, messages: Set<String>) throws {
        self.message = message
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
    }

    func write(to code: inout Code) throws {
        code.documentation(message.comment)
        code.line("public struct \(message.name): ProtobufMessage {")
        code.indented { code in
            for field in fields {
                code.documentation(field.proto.comment + (field.isRequired ? " Required." : ""))
                code.line("public var \(field.name): \(field.type)\(field.isRepeated ? " = []" : "")")
            }
            code.documentation("The fields that the schema does not have, unchanged (PRB-020).")
            code.line("public var unknownFields = ProtobufUnknownFields()")
            code.line()
            code.documentation("Creates a message without fields.")
            code.line("@inlinable")
            code.line("public init() {}")
            code.line()
            initializer(&code)
            code.line()
            code.documentation("The name in the schema.")
            code.line("public static let messageName = \(quoted(message.name))")
            code.documentation("The fields of the schema.")
            code.line("public static let fields: [ProtobufField] = [")
            code.indented { code in
                for field in fields {
                    code.line(
                        "ProtobufField(\(field.proto.number), \(quoted(field.proto.name)), .\(field.proto.label), "
                            + "\(field.kind)),")
                }
            }
            code.line("]")
            code.line()
            requirement(&code)
            code.line()
            merge(&code)
            code.line()
            traverse(&code)
            code.line()
            entrances(&code)
        }
        code.line("}")
    }

    /// Writes the tags of the fields, for code that reads or writes some of them without the message.
    func tags(in namespace: String, _ code: inout Code) {
        code.line("extension \(namespace).\(message.name) {")
        code.indented { code in
            code.documentation("The tags of the fields on the wire.")
            code.line("enum Tag {")
            code.indented { code in
                for field in fields { code.line("static let \(field.name): UInt32 = \(field.tag)") }
            }
            code.line("}")
        }
        code.line("}")
    }

    /// Writes a struct of fields that replace those of a message when it is written, so that the message is not copied.
    func overlay(_ name: String, _ replaced: [String], in namespace: String, _ code: inout Code) throws {
        let own = replaced.compactMap { wanted in fields.first { $0.proto.name == wanted } }
        guard own.count == replaced.count else { throw SpecError("\(message.name) lacks a field of \(name)") }
        code.documentation(
            "The fields of \(message.name) that follow from an envelope; all others are written unchanged.")
        code.line("struct \(name) {")
        code.indented { code in
            for field in own {
                let isOurs = field.word == "enumeration"
                code.line("let \(field.name): \(isOurs ? "\(namespace).\(field.type)" : field.type)")
            }
            code.line()
            code.documentation("Stores the fields in a message.")
            code.line("func apply(to body: inout \(namespace).\(message.name)) {")
            code.indented { code in for field in own { code.line("body.\(field.name) = \(field.name)") } }
            code.line("}")
            code.line()
            code.documentation(
                "Traverses a message with these fields in place of its own.")
            code.line("@inline(__always)")
            code.line(
                "func traverse(over kept: Envelope.Kept<\(namespace).\(message.name)>, _ visitor: inout some ProtobufVisitor) {"
            )
            code.indented { code in
                traversal(&code) { field in
                    replaced.contains(field.proto.name) ? field.name : "kept.message.\(field.name)"
                }
                code.line("visitor.unknown(kept.message.unknownFields)")
            }
            code.line("}")
        }
        code.line("}")
    }

    private func traversal(_ code: inout Code, _ value: (Field) -> String) {
        for field in fields {
            let word = field.word + (field.isRepeated ? "s" : "")
            code.line("visitor.\(word)(\(field.tag), \(quoted(field.proto.name)), \(value(field)))")
        }
    }

    private func initializer(_ code: inout Code) {
        code.documentation("Creates a message with all of its required fields.")
        // Without a required field, the first parameter has no default, to distinguish this initializer from the empty
        // one.
        let ordered = fields.filter(\.isRequired) + fields.filter { !$0.isRequired }
        code.line("public init(")
        code.indented { code in
            for (index, field) in ordered.enumerated() {
                let isFirst = index == 0 && !field.isRequired
                let value = field.isRequired || isFirst ? "" : field.isRepeated ? " = []" : " = nil"
                let type = field.isRequired ? field.element : field.type
                code.line("\(field.name): \(type)\(value)\(index + 1 < ordered.count ? "," : "")")
            }
        }
        code.line(") {")
        code.indented { code in
            for field in fields { code.line("self.\(field.name) = \(field.name)") }
        }
        code.line("}")
    }

    private func requirement(_ code: inout Code) {
        code.documentation("Whether all required fields are present, in nested messages too (PRB-030).")
        code.line("public var hasRequiredFields: Bool {")
        code.indented { code in
            for field in fields where field.isRequired {
                code.line("if \(field.name) == nil { return false }")
            }
            for field in fields where field.isMessage {
                let name = field.name
                code.line(
                    field.isRepeated
                        ? "for element in \(name) where !element.hasRequiredFields { return false }"
                        : "if let \(name), !\(name).hasRequiredFields { return false }")
            }
            code.line("return true")
        }
        code.line("}")
    }

    private func merge(_ code: inout Code) {
        code.documentation("Reads fields up to the end of the reader, and merges them with the present ones (PRB-014).")
        code.line("@inline(never)")
        code.line("@_lifetime(reader: copy reader)")
        code.line("public mutating func merge(from reader: inout ProtobufDecoder) throws(DecodeError) {")
        code.indented { code in
            code.line("fields: while true {")
            code.indented { code in
                code.line("switch try reader.nextTag() {")
                code.line("case 0: break fields")
                for field in fields { cases(of: field, &code) }
                code.line("default: try reader.unknown(&unknownFields)")
                code.line("}")
            }
            code.line("}")
        }
        code.line("}")
    }

    private func cases(of field: Field, _ code: inout Code) {
        let name = field.name
        if field.isRepeated {
            code.line("case \(field.tag): try reader.\(field.word)s(&\(name))")
            guard field.isVarint else { return }
            code.line("case \(field.proto.number << 3 | 2):")
            code.indented { code in
                code.line("let end = try reader.openPacked()")
                code.line("while reader.hasPacked(end) { try reader.\(field.word)s(&\(name)) }")
            }
        } else if field.isMessage {
            code.line("case \(field.tag): try reader.message(&\(name))")
        } else {
            code.line("case \(field.tag): \(name) = try reader.\(field.word)()")
        }
    }

    /// Writes the entry points for size, decoding and encoding, once per type.
    ///
    /// They call generic code, which is specialised here because the type is known. They are not inlined, because the
    /// protocol's witnesses would be copies of them that take as long to compile.
    private func entrances(_ code: inout Code) {
        code.documentation("The size of the encoded message, in bytes.")
        code.line("public var encodedByteCount: Int { ProtobufSizer.count(self) }")
        code.line()
        code.documentation("Decodes a whole body into an empty message.")
        code.line("@inline(never)")
        code.line("public mutating func readBody(")
        code.indented { code in
            code.line("_ bytes: Span<UInt8>, _ mode: DecodingMode, _ limits: ProtobufLimits")
        }
        code.line(") throws(DecodeError) -> [Deviation] {")
        code.indented { code in
            code.line("var reader = ProtobufDecoder(bytes, limits: limits)")
            code.line("return try reader.read(&self, mode, limits)")
        }
        code.line("}")
        code.line()
        code.documentation("Appends the encoded message to `buffer`, even if required fields are absent.")
        code.line("@inline(never)")
        code.line("public func append(to buffer: inout [UInt8]) { ProtobufEncoder.append(self, to: &buffer) }")
    }

    private func traverse(_ code: inout Code) {
        code.documentation("Passes each field to a visitor, in the order of the field numbers.")
        code.line("public func traverse(_ visitor: inout some ProtobufVisitor) {")
        code.indented { code in
            traversal(&code) { $0.name }
            code.line("visitor.unknown(unknownFields)")
        }
        code.line("}")
    }
}
