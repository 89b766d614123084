// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP

/// Replaces values in the protobuf body of a packet with stand-ins; refuses a field that the schema does not have.
enum BodyStandIns {
    static func rewrite(
        _ bytes: inout [UInt8], _ range: Range<Int>, _ type: any ProtobufMessage.Type, _ standIns: inout StandIns
    ) throws(RecordingFault) {
        do throws(DecodeError) {
            try check(type, bytes.span.extracting(range))
        } catch {
            throw RecordingFault(error.code.rawValue, at: range.lowerBound + error.offset)
        }
        try message(&bytes, range, type, &standIns)
    }

    private static func check<Message: ProtobufMessage>(
        _ type: Message.Type, _ bytes: Span<UInt8>
    ) throws(DecodeError) {
        _ = try type.decode(bytes)
    }

    /// Rewrites the fields of a message that is known to decode without an error.
    private static func message(
        _ bytes: inout [UInt8], _ range: Range<Int>, _ type: any ProtobufMessage.Type, _ standIns: inout StandIns
    ) throws(RecordingFault) {
        let fields = try fields(bytes, range)
        var objectName: String?
        for field in fields where type.fields.first(where: { $0.number == field.number })?.name == "classname" {
            objectName = String(decoding: bytes[field.value], as: UTF8.self)
        }
        for field in fields {
            guard let known = type.fields.first(where: { $0.number == field.number && fits($0, field.wireType) }) else {
                throw RecordingFault("a field that the schema does not have", at: field.range.lowerBound)
            }
            switch (known.kind, field.wireType) {
            case (.int32, 0), (.int64, 0): try number(&bytes, field, &standIns)
            case (.bool, _), (.enumeration, _): continue
            case (.message(let inner), _): try message(&bytes, field.value, inner, &standIns)
            case (.string, _):
                let text = String(decoding: bytes[field.value], as: UTF8.self)
                bytes.replaceSubrange(field.value, with: standIns.text(text).utf8)
            case (.bytes, _) where known.name == "content" && objectName != nil:
                try content(&bytes, field.value, objectName ?? "", &standIns)
            case (.bytes, _): bytes.replaceSubrange(field.value, with: standIns.blob(field.value.count))
            default: throw RecordingFault("numbers that are packed", at: field.range.lowerBound)
            }
        }
    }

    private static func fields(_ bytes: [UInt8], _ range: Range<Int>) throws(RecordingFault) -> [TracedField] {
        var reader = ProtobufDecoder(
            bytes.span, from: range.lowerBound, to: range.upperBound, limits: ProtobufLimits())
        var fields: [TracedField] = []
        do throws(DecodeError) {
            while let field = try reader.tracedField() { fields.append(field) }
        } catch {
            throw RecordingFault(error.code.rawValue, at: error.offset)
        }
        return fields
    }

    private static func fits(_ field: ProtobufField, _ wireType: Int) -> Bool {
        switch field.kind {
        case .int32, .int64, .bool, .enumeration: wireType == 0 || wireType == 2 && field.label == .repeated
        default: wireType == 2
        }
    }

    /// Rewrites a content: as JSON if its type is known or it is JSON, otherwise as random bytes of the same length.
    private static func content(
        _ bytes: inout [UInt8], _ range: Range<Int>, _ objectName: String, _ standIns: inout StandIns
    ) throws(RecordingFault) {
        if range.isEmpty { return }
        let isBuiltIn = ContentRegistry.builtIn[ObjectName(rawValue: objectName)] != nil
        if !isBuiltIn, (try? RawJSON(parsing: bytes.span.extracting(range))) == nil {
            bytes.replaceSubrange(range, with: standIns.blob(range.count))
        } else {
            try JSONStandIns.rewrite(&bytes, range, &standIns)
        }
    }

    /// Rewrites a number in the same number of bytes; a number of fewer than three digits reveals nothing and is kept.
    private static func number(
        _ bytes: inout [UInt8], _ field: TracedField, _ standIns: inout StandIns
    ) throws(RecordingFault) {
        let width = field.value.count
        let number = field.varint
        if number < 100 { return }
        guard width < 10, let other = UInt64(standIns.number(String(number))) else {
            throw RecordingFault("a negative number", at: field.value.lowerBound)
        }
        // If the stand-in takes more or fewer bytes, use another number of the same size.
        let least = UInt64(1) << UInt64(7 * (width - 1))
        let most = min(least << 7 - 1, number < 1 << 31 ? 1 << 31 - 1 : UInt64(Int64.max))
        guard least <= most else {
            throw RecordingFault("a number in more bytes than it needs", at: field.value.lowerBound)
        }
        var value = least...most ~= other ? other : least + other % (most - least + 1)
        if value == number { value = value == least ? value + 1 : value - 1 }
        for place in field.value {
            bytes[place] = UInt8(value & 0x7f) | (place < field.value.upperBound - 1 ? 0x80 : 0)
            value >>= 7
        }
    }
}
