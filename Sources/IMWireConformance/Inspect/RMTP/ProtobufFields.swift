// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues
import TextSupport

/// The annotations of a protobuf message's fields, which cover the message and which name unknown fields by number.
///
/// The annotations check nothing. The decoder of a body reports its errors, and the fields end where no further field
/// can be recognized.
struct ProtobufFields {
    /// A content in a message.
    struct Content {
        var objectName: ObjectName
        var range: Range<Int>
    }

    /// The contents found so far, in order.
    private(set) var contents: [Content] = []
    private let bytes: [UInt8]
    private let options: RMTPInspection.Options
    private var depth: Int { options.limits.bodies.bodyDepth }

    init(_ bytes: [UInt8], _ options: RMTPInspection.Options) {
        self.bytes = bytes
        self.options = options
    }

    /// Returns the fields of a message, which cover it.
    mutating func annotations(
        _ range: Range<Int>, _ type: (any ProtobufMessage.Type)?, level: Int = 1
    ) -> [Annotation] {
        let objectName = type.flatMap { self.objectName(range, $0) }
        let bytes = bytes
        var reader = ProtobufDecoder(
            bytes.span, from: range.lowerBound, to: range.upperBound, limits: limits(level))
        var fields: [Annotation] = []
        var place = range.lowerBound
        do throws(DecodeError) {
            guard level <= depth else { throw DecodeError(.limitDepth, offset: place) }
            while let field = try reader.tracedField() {
                if fields.count >= options.parts {
                    fields.append(Annotation(place..<range.upperBound, "more fields", "not shown one by one"))
                    return fields
                }
                fields.append(annotation(field, type, objectName, level))
                place = field.range.upperBound
            }
        } catch {
            let byte = range.contains(error.offset) ? bytes[error.offset] : nil
            fields.append(
                Annotation(
                    place..<range.upperBound, "rest", "the fields cannot be read from here",
                    RMTPFaultText.body(error, byte)))
        }
        return fields
    }

    /// Returns the limits that remain for a message at a level of nesting.
    private func limits(_ level: Int) -> ProtobufLimits {
        var limits = options.limits.bodies
        limits.bodyDepth = depth - (level - 1)
        return limits
    }

    /// Returns whether all bytes of a message of unknown type can be read as fields.
    func isMessage(_ range: Range<Int>) -> Bool {
        var reader = ProtobufDecoder(
            bytes.span, from: range.lowerBound, to: range.upperBound, limits: limits(1))
        do throws(DecodeError) {
            while try reader.tracedField() != nil {}
            return true
        } catch {
            return false
        }
    }

    /// Returns the type of the content that a message carries, which its last `classname` determines (PRB-013).
    private func objectName(_ range: Range<Int>, _ type: any ProtobufMessage.Type) -> ObjectName? {
        guard let number = type.fields.first(where: { $0.name == "classname" })?.number else { return nil }
        var reader = ProtobufDecoder(
            bytes.span, from: range.lowerBound, to: range.upperBound, limits: limits(1))
        var found: ObjectName?
        while let field = try? reader.tracedField() {
            if field.number == number, field.wireType == 2 {
                found = String(validating: bytes[field.value], as: UTF8.self).map(ObjectName.init(rawValue:))
            }
        }
        return found
    }

    // MARK: One field

    private mutating func annotation(
        _ field: TracedField, _ type: (any ProtobufMessage.Type)?, _ objectName: ObjectName?, _ level: Int
    ) -> Annotation {
        let known = type?.fields.first { $0.number == field.number && $0.fits(field.wireType) }
        let name = known?.name ?? "field \(field.number)"
        var parts = [
            Annotation(
                field.tag, "tag",
                "field \(field.number), wire type \(field.wireType): \(ProtobufText.form(field.wireType))", "PRB-003")
        ]
        if let length = field.length {
            parts.append(Annotation(length, "length", Words.count(field.value.count, "byte"), "PRB-005"))
        }
        var whole = Annotation(field.range, name, "", known.map(ProtobufFields.requirement) ?? "PRB-020")
        if known == nil, type != nil { whole.meaning = "not in the schema, kept unchanged" }
        switch (field.wireType, known?.kind) {
        case (0, let kind):
            whole.value = ProtobufText.number(field.varint, kind)
            let requirement = kind == nil ? "PRB-002" : whole.requirement
            whole.add(ProtobufText.bits(field.varint, name, type))
            parts.append(Annotation(field.value, "value", whole.value, requirement))
        case (2, .message(let inner)?):
            whole.value = "\(inner.messageName), \(Words.count(field.value.count, "byte"))"
            parts += annotations(field.value, inner, level: level + 1)
        case (2, .bytes?) where name == "content" && objectName != nil && !field.value.isEmpty:
            let objectName = objectName ?? ""
            contents.append(Content(objectName: objectName, range: field.value))
            whole.value = "the content, \(Words.count(field.value.count, "byte"))"
            parts.append(ContentFields(bytes, options).annotation(field.value, objectName))
        case (2, let kind?) where kind.isNumber:
            whole.value = "packed, \(Words.count(field.value.count, "byte"))"
            whole.requirement = "PRB-012"
            parts += packed(field.value, kind)
        case (2, let kind):
            whole.value = text(field.value, isText: kind.map { $0.isText } ?? false)
            let requirement = whole.requirement
            whole.add(ProtobufText.meaning(name, bytes[field.value]))
            if !field.value.isEmpty {
                parts.append(Annotation(field.value, "value", whole.value, requirement))
            }
        default:
            whole.value = Words.count(field.value.count, "byte")
            let requirement = field.wireType == 3 ? "PRB-022" : "PRB-020"
            if !field.value.isEmpty { parts.append(Annotation(field.value, "value", whole.value, requirement)) }
        }
        whole.parts = parts
        return whole
    }

    /// Returns the numbers of a packed field.
    private func packed(_ range: Range<Int>, _ kind: ProtobufField.Kind) -> [Annotation] {
        var reader = ProtobufDecoder(
            bytes.span, from: range.lowerBound, to: range.upperBound, limits: limits(1))
        var parts: [Annotation] = []
        var place = range.lowerBound
        while parts.count < options.parts, let element = reader.tracedElement() {
            let text = ProtobufText.number(element.value, kind)
            parts.append(Annotation(element.range, "element \(parts.count + 1)", text, "PRB-012"))
            place = element.range.upperBound
        }
        if place < range.upperBound {
            parts.append(Annotation(place..<range.upperBound, "rest", "not shown one by one", "PRB-012"))
        }
        return parts
    }

    private func text(_ range: Range<Int>, isText: Bool) -> String {
        let shown = bytes[range].prefix(options.valueBytes)
        if range.isEmpty { return isText ? "\"\"" : "no byte" }
        let isPlain = shown.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
        guard isText || isPlain, String(validating: bytes[range], as: UTF8.self) != nil else {
            return Words.count(range.count, "byte")
        }
        return "\"\(ObjectFields(bytes, valueBytes: options.valueBytes, most: 0).text(range))\""
    }

    /// Returns the requirement that describes fields of a kind.
    private static func requirement(_ field: ProtobufField) -> String {
        switch field.kind {
        case .int32: "PRB-010"
        case .int64: "PRB-002"
        case .bool: "PRB-011"
        case .string: "PRB-015"
        case .bytes: "PRB-017"
        case .enumeration: "PRB-016"
        case .message: "PRB-014"
        @unknown default: "PRB-001"
        }
    }
}

extension Annotation {
    /// Sets a meaning and the requirement that defines it, or does nothing if there is no meaning.
    fileprivate mutating func add(_ meaning: (text: String, requirement: String?)?) {
        guard let meaning else { return }
        self.meaning = meaning.text
        if let id = meaning.requirement { requirement = id }
    }
}

extension ProtobufField {
    /// Returns whether a field of the schema may have a wire type (PRB-021, PRB-012).
    func fits(_ wireType: Int) -> Bool {
        kind.isNumber ? wireType == 0 || (wireType == 2 && label == .repeated) : wireType == 2
    }
}

extension ProtobufField.Kind {
    /// Whether values of the kind are varints.
    var isNumber: Bool {
        switch self {
        case .int32, .int64, .bool, .enumeration: true
        default: false
        }
    }

    /// Whether values of the kind are strings.
    var isText: Bool { if case .string = self { true } else { false } }
}
