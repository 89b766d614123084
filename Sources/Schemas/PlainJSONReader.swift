// SPDX-License-Identifier: Apache-2.0

extension PlainJSON {
    package init(parsing text: String) throws(SpecError) {
        var reader = PlainJSONReader(bytes: Array(text.utf8))
        self = try reader.document()
    }
}

/// A reader of JSON texts from files that somebody wrote by hand.
private struct PlainJSONReader {
    /// The maximum nesting depth.
    private static let maximumDepth = 128

    let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(SpecError) -> PlainJSON {
        let value = try value()
        guard next() == nil else { throw fault("expected the end") }
        return value
    }

    private func fault(_ reason: String) -> SpecError { SpecError("not JSON at byte \(position): \(reason)") }

    /// Skips white space and returns the byte behind it, or nil at the end.
    private mutating func next() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): position += 1
            default: return bytes[position]
            }
        }
        return nil
    }

    /// Skips a byte if it is the next one.
    private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard next() == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(SpecError) -> PlainJSON {
        depth += 1
        defer { depth -= 1 }
        if depth > PlainJSONReader.maximumDepth { throw fault("the nesting is too deep") }
        switch next() {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .list(try list())
        case UInt8(ascii: "\""): return .string(try string())
        default: return try word()
        }
    }

    private mutating func object() throws(SpecError) -> [(name: String, value: PlainJSON)] {
        var members: [(name: String, value: PlainJSON)] = []
        position += 1
        if skip("}") { return members }
        repeat {
            guard next() == UInt8(ascii: "\"") else { throw fault("expected a name") }
            let name = try string()
            guard skip(":") else { throw fault("expected a colon") }
            members.append((name, try value()))
        } while skip(",")
        guard skip("}") else { throw fault("expected a comma or the end of the object") }
        return members
    }

    private mutating func list() throws(SpecError) -> [PlainJSON] {
        var elements: [PlainJSON] = []
        position += 1
        if skip("]") { return elements }
        repeat { elements.append(try value()) } while skip(",")
        guard skip("]") else { throw fault("expected a comma or the end of the list") }
        return elements
    }

    private mutating func word() throws(SpecError) -> PlainJSON {
        let rest = bytes[position...]
        let end = rest.firstIndex { " \t\n\r,]}".utf8.contains($0) } ?? bytes.endIndex
        let text = String(decoding: rest[..<end], as: UTF8.self)
        let value: PlainJSON
        switch text {
        case "true": value = .boolean(true)
        case "false": value = .boolean(false)
        case "null": value = .null
        default:
            guard let first = text.utf8.first,
                first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
                Double(text) != nil
            else { throw fault("expected a value") }
            value = .number(text)
        }
        position = end
        return value
    }

    private mutating func string() throws(SpecError) -> String {
        var text: [UInt8] = []
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: text, as: UTF8.self) else { throw fault("the string is not UTF-8") }
                return text
            case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
            case 0..<UInt8(ascii: " "): throw fault("a control character in a string")
            default: text.append(byte)
            }
        }
        throw fault("the string has no end")
    }

    private mutating func escape() throws(SpecError) -> Unicode.Scalar {
        guard position < bytes.count else { throw fault("the string has no end") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try scalar()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        default: throw fault("an unknown escape")
        }
    }

    private mutating func scalar() throws(SpecError) -> Unicode.Scalar {
        let unit = try unit()
        if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
        guard UTF16.isLeadSurrogate(unit), bytes[position...].starts(with: Array("\\u".utf8)) else {
            throw fault("half a surrogate pair")
        }
        position += 2
        let trail = try self.unit()
        guard UTF16.isTrailSurrogate(trail) else { throw fault("half a surrogate pair") }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private mutating func unit() throws(SpecError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, let text = String(validating: digits, as: UTF8.self), !text.hasPrefix("+"),
            let unit = UInt16(text, radix: 16)
        else { throw fault("expected four hexadecimal digits") }
        position += 4
        return unit
    }
}
