// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// A search for the contents in a protobuf body, in the messages whose `classname` names the content's type.
///
/// The search does not validate the body, which is the decoder's task. It ends where no further field can be read.
package struct BodyContents {
    /// A content and its location in the body.
    package struct Content {
        package var objectName: ObjectName
        package var range: Range<Int>
    }

    package private(set) var found: [Content] = []
    /// Whether the body itself names the type of its only content.
    package var isSingle: Bool { found.count == 1 && namesType }
    private let namesType: Bool
    private let bytes: [UInt8]
    private let limits: ProtobufLimits

    package init(_ bytes: [UInt8], _ type: any ProtobufMessage.Type, _ limits: ProtobufLimits) {
        self.bytes = bytes
        self.limits = limits
        namesType = (Shape.all[ObjectIdentifier(type)] ?? Shape(type)).classname != nil
        search(0..<bytes.count, type, level: 1)
    }

    private mutating func search(_ range: Range<Int>, _ type: any ProtobufMessage.Type, level: Int) {
        guard level <= limits.bodyDepth else { return }
        let shape = Shape.all[ObjectIdentifier(type)] ?? Shape(type)
        if shape.content == nil, shape.messages.isEmpty { return }
        let objectName = shape.content == nil ? nil : objectName(range, shape)
        let bytes = bytes
        var inner = limits
        inner.bodyDepth -= level - 1
        var reader = ProtobufDecoder(bytes.span, from: range.lowerBound, to: range.upperBound, limits: inner)
        while let field = try? reader.tracedField() {
            guard field.wireType == 2 else { continue }
            if field.number == shape.content {
                if let objectName, !field.value.isEmpty {
                    found.append(Content(objectName: objectName, range: field.value))
                }
            } else if let message = shape.messages[field.number] {
                search(field.value, message, level: level + 1)
            }
        }
    }

    /// Returns the type of the content that a message carries; the last `classname` counts (PRB-013).
    private func objectName(_ range: Range<Int>, _ shape: Shape) -> ObjectName? {
        guard let number = shape.classname else { return nil }
        var reader = ProtobufDecoder(bytes.span, from: range.lowerBound, to: range.upperBound, limits: limits)
        var found: Range<Int>?
        while let field = try? reader.tracedField() {
            if field.number == number, field.wireType == 2 { found = field.value }
        }
        return found.flatMap { String(validating: bytes[$0], as: UTF8.self) }.map(ObjectName.init(rawValue:))
    }
}

/// The fields of a message that have to do with contents.
private struct Shape: Sendable {
    /// The number of the field that names the type of the content.
    var classname: UInt32?
    /// The number of the field with the bytes of the content.
    var content: UInt32?
    /// The nested messages by their numbers.
    var messages: [UInt32: any ProtobufMessage.Type] = [:]

    static let all = Dictionary(
        RMTPBody.all.map { (ObjectIdentifier($0), Shape($0)) }, uniquingKeysWith: { one, _ in one })

    init(_ type: any ProtobufMessage.Type) {
        for field in type.fields {
            if field.name == "classname", classname == nil { classname = field.number }
            switch field.kind {
            case .message(let message): messages[field.number] = message
            case .bytes where field.name == "content": content = field.number
            default: break
            }
        }
    }
}
