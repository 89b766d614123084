// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import TextSupport

/// Replaces values in a JSON text with stand-ins; the text keeps its length, its escapes and its white space.
struct JSONStandIns {
    private var bytes: [UInt8]
    private var place: Int
    private let end: Int
    /// The names of the outermost object's members whose values are kept.
    private let kept: Set<String>
    private var depth = 0

    private init(_ bytes: [UInt8], _ range: Range<Int>, _ kept: Set<String>) {
        self.bytes = bytes
        self.kept = kept
        place = range.lowerBound
        end = range.upperBound
    }

    /// Rewrites the value in a range, except the values of the outermost object's members with the names `kept`.
    ///
    /// - Throws: ``RecordingFault`` if the range does not hold valid JSON.
    static func rewrite(
        _ bytes: inout [UInt8], _ range: Range<Int>, keeping kept: Set<String> = [], _ standIns: inout StandIns
    ) throws(RecordingFault) {
        do throws(DecodeError) {
            _ = try RawJSON(parsing: bytes.span.extracting(range))
        } catch {
            throw RecordingFault("no JSON (\(error.code.rawValue))", at: range.lowerBound + error.offset)
        }
        var writer = JSONStandIns(bytes, range, kept)
        writer.value("", &standIns)
        bytes = writer.bytes
    }

    /// Returns the stand-in of a text; JSON in a text, such as the content of a polled body, is rewritten as JSON.
    static func standIn(for text: String, _ standIns: inout StandIns) -> String {
        if text.hasPrefix("{") || text.hasPrefix("[") {
            var inner = Array(text.utf8)
            if (try? rewrite(&inner, 0..<inner.count, &standIns)) != nil {
                return String(decoding: inner, as: UTF8.self)
            }
        }
        return standIns.text(text)
    }

    private mutating func space() {
        while place < end, Words.isSpace(bytes[place]) { place += 1 }
    }

    private mutating func value(_ name: String, _ standIns: inout StandIns) {
        space()
        guard place < end else { return }
        switch bytes[place] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = bytes[place] == UInt8(ascii: "{")
            place += 1
            depth += 1
            defer { depth -= 1 }
            while true {
                space()
                guard place < end else { return }
                if bytes[place] == UInt8(ascii: "}") || bytes[place] == UInt8(ascii: "]") {
                    place += 1
                    return
                }
                if bytes[place] == UInt8(ascii: ",") {
                    place += 1
                    continue
                }
                var inner = name
                if isObject {
                    inner = string(isName: true, &standIns)
                    space()
                    place += 1
                }
                let start = place
                let original = isObject && depth == 1 && kept.contains(inner) ? bytes : []
                value(inner, &standIns)
                if !original.isEmpty { bytes.replaceSubrange(start..<place, with: original[start..<place]) }
            }
        case UInt8(ascii: "\""): string(isName: false, &standIns)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number(name, &standIns)
        default: while place < end, UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[place] { place += 1 }
        }
    }

    private static let numberBytes = Set("+-.0123456789Ee".utf8)

    private mutating func number(_ name: String, _ standIns: inout StandIns) {
        let start = place
        while place < end, JSONStandIns.numberBytes.contains(bytes[place]) {
            place += 1
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        // Codes of the service and headers of polled packets are words of the protocol and are kept.
        if name == "code", let code = Int(text), code == 200 || !ServiceCode.named(code).isEmpty { return }
        if name == "headerCode" { return }
        // An exponent is replaced as a number of its own.
        let head = text.prefix { $0 != "e" && $0 != "E" }
        let exponent = text.dropFirst(head.count)
        let other = standIns.number(String(head)) + exponent.prefix(1) + standIns.number(String(exponent.dropFirst()))
        bytes.replaceSubrange(start..<place, with: other.utf8)
    }

    /// A character of a string and its range; a single-letter escape acts as a separator.
    private typealias Cell = (scalar: Unicode.Scalar, range: Range<Int>)

    /// Rewrites the string at the current position, and returns its original text.
    @discardableResult
    private mutating func string(isName: Bool, _ standIns: inout StandIns) -> String {
        let cells = cells()
        var original = String.UnicodeScalarView()
        for cell in cells { original.append(cell.scalar) }
        let text = String(original)
        let other = Array((isName ? standIns.name(text) : JSONStandIns.standIn(for: text, &standIns)).unicodeScalars)
        guard other.count == cells.count else { return text }
        for (cell, scalar) in zip(cells, other) where cell.scalar != scalar { replace(cell.range, with: scalar) }
        return text
    }

    /// Returns the characters up to the closing quotation mark.
    private mutating func cells() -> [Cell] {
        var cells: [Cell] = []
        place += 1
        while place < end, bytes[place] != UInt8(ascii: "\"") {
            let from = place
            if bytes[place] != UInt8(ascii: "\\") {
                place += bytes[place] < 0x80 ? 1 : bytes[place] < 0xe0 ? 2 : bytes[place] < 0xf0 ? 3 : 4
                let text = String(decoding: bytes[from..<place], as: UTF8.self)
                if let scalar = text.unicodeScalars.first { cells.append((scalar, from..<place)) }
            } else if place + 1 < end, bytes[place + 1] != UInt8(ascii: "u") {
                place += 2
                cells.append((JSONStandIns.escapes[bytes[place - 1]] ?? "/", from..<place))
            } else {
                var value = unit(at: place)
                place += 6
                if value & 0xfc00 == 0xd800, place + 6 <= end, bytes[place] == UInt8(ascii: "\\"),
                    bytes[place + 1] == UInt8(ascii: "u")
                {
                    let low = unit(at: place)
                    if low & 0xfc00 == 0xdc00 {
                        value = 0x1_0000 + (value & 0x3ff) << 10 + low & 0x3ff
                        place += 6
                    }
                }
                // An unpaired surrogate is not a character and is kept.
                if let scalar = Unicode.Scalar(value) { cells.append((scalar, from..<place)) }
            }
        }
        place += 1
        return cells
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{c}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    /// Writes a character in place of another of the same kind, in the same form.
    private mutating func replace(_ range: Range<Int>, with scalar: Unicode.Scalar) {
        if bytes[range.lowerBound] != UInt8(ascii: "\\") {
            bytes.replaceSubrange(range, with: String(scalar).utf8)
        } else if range.count >= 6 {
            let units = String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            bytes.replaceSubrange(range, with: units.joined().utf8)
        }
    }

    private func unit(at place: Int) -> UInt32 {
        UInt32(String(decoding: bytes[place + 2..<min(place + 6, end)], as: UTF8.self), radix: 16) ?? 0
    }
}
