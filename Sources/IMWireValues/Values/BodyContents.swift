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
    private let bytes: [UInt8]
    private let limits: ProtobufLimits

    package init(_ bytes: [UInt8], _ type: any ProtobufMessage.Type, _ limits: ProtobufLimits) {
        self.bytes = bytes
        self.limits = limits
        search(0..<bytes.count, type, level: 1)
    }

    private mutating func search(_ range: Range<Int>, _ type: any ProtobufMessage.Type, level: Int) {
        guard level <= limits.bodyDepth else { return }
        let objectName = objectName(range, type)
        let bytes = bytes
        var inner = limits
        inner.bodyDepth -= level - 1
        var reader = ProtobufDecoder(bytes.span, from: range.lowerBound, to: range.upperBound, limits: inner)
        while let field = try? reader.tracedField() {
            guard field.wireType == 2, let known = type.fields.first(where: { $0.number == field.number }) else {
                continue
            }
            switch known.kind {
            case .message(let message): search(field.value, message, level: level + 1)
            case .bytes where known.name == "content" && !field.value.isEmpty:
                if let objectName { found.append(Content(objectName: objectName, range: field.value)) }
            default: break
            }
        }
    }

    /// Returns the type of the content that a message carries; the last `classname` counts (PRB-013).
    private func objectName(_ range: Range<Int>, _ type: any ProtobufMessage.Type) -> ObjectName? {
        guard let number = type.fields.first(where: { $0.name == "classname" })?.number else { return nil }
        var reader = ProtobufDecoder(bytes.span, from: range.lowerBound, to: range.upperBound, limits: limits)
        var found: ObjectName?
        while let field = try? reader.tracedField() {
            if field.number == number, field.wireType == 2 {
                found = String(validating: bytes[field.value], as: UTF8.self).map(ObjectName.init(rawValue:))
            }
        }
        return found
    }
}
