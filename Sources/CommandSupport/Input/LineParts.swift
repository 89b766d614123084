// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// The two significant members of a line, as far as the line could be read.
package struct LineParts {
    /// The value of `objectName`.
    package var name: LineScanner.Value?
    /// The value of the payload member, `content` or `value`.
    package var payload: LineScanner.Value?
    /// The number of members.
    private var count = 0

    /// Whether the line has the two members and no other, the name first.
    package var isPlain: Bool {
        guard let name, let payload else { return false }
        return count == 2 && name.range.upperBound < payload.range.lowerBound
    }

    /// Splits a line.
    ///
    /// - Throws: An error of the line; the values found before it are kept.
    package mutating func split(_ line: Span<UInt8>, _ payloadName: String) throws(LineError) {
        var scanner = LineScanner()
        guard scanner.next(line) == UInt8(ascii: "{") else {
            throw LineParts.notAnObject(line, scanner.position, payloadName)
        }
        scanner.position += 1
        var isFirst = true
        while scanner.next(line) != UInt8(ascii: "}") {
            if !isFirst {
                guard scanner.next(line) == UInt8(ascii: ",") else { throw LineParts.syntax(line, scanner.position) }
                scanner.position += 1
            }
            isFirst = false
            guard scanner.next(line) == UInt8(ascii: "\"") else { throw LineParts.syntax(line, scanner.position) }
            let member = scanner.string(line)
            guard !member.isTruncated, scanner.next(line) == UInt8(ascii: ":") else {
                throw LineParts.syntax(line, scanner.position)
            }
            scanner.position += 1
            let value = scanner.value(line)
            if value.range.isEmpty { throw LineParts.syntax(line, scanner.position) }
            try keep(line, member, value, payloadName)
            if value.isTruncated { throw LineParts.syntax(line, line.count) }
        }
        scanner.position += 1
        _ = scanner.next(line)
        if scanner.position < line.count {
            throw LineError(.json, at: scanner.position, "unexpected text after the object; write one object a line")
        }
    }

    /// Keeps the value of a significant member, and checks that any other is JSON.
    private mutating func keep(
        _ line: Span<UInt8>, _ member: LineScanner.Value, _ value: LineScanner.Value, _ payloadName: String
    ) throws(LineError) {
        count += 1
        if try LineParts.isNamed(line, member, "objectName") {
            if name != nil { throw LineParts.repeated(member, "objectName") }
            name = value
        } else if try LineParts.isNamed(line, member, payloadName) {
            if payload != nil { throw LineParts.repeated(member, payloadName) }
            payload = value
        } else if !value.isTruncated {
            try LineParts.check(line, member.range)
            try LineParts.check(line, value.range)
        }
    }

    private static func isNamed(
        _ line: Span<UInt8>, _ member: LineScanner.Value, _ wanted: String
    ) throws(LineError) -> Bool {
        if member.isEscaped {
            do throws(DecodeError) {
                return try RawJSON(parsing: line.extracting(member.range)).string == wanted
            } catch {
                throw LineError(error, inLineFrom: member.range.lowerBound)
            }
        }
        guard member.range.count == wanted.utf8.count + 2 else { return false }
        var offset = member.range.lowerBound + 1
        for byte in wanted.utf8 {
            if line[offset] != byte { return false }
            offset += 1
        }
        return true
    }

    private static func check(_ line: Span<UInt8>, _ range: Range<Int>) throws(LineError) {
        do throws(DecodeError) {
            try RawJSON.check(line.extracting(range))
        } catch {
            throw LineError(error, inLineFrom: range.lowerBound)
        }
    }

    private static func repeated(_ member: LineScanner.Value, _ name: String) -> LineError {
        LineError(.member, at: member.range.lowerBound, "the line has \(name) twice")
    }

    private static func syntax(_ line: Span<UInt8>, _ offset: Int) -> LineError {
        offset >= line.count
            ? LineError(.json, at: line.count, "the line ends before its object does")
            : LineError(.json, at: offset, "the line is not JSON")
    }

    private static func notAnObject(_ line: Span<UInt8>, _ offset: Int, _ payloadName: String) -> LineError {
        let reason =
            line.hasByteOrderMark
            ? "the file begins with a byte order mark; save it without"
            : "expected a JSON object; each line is {\"objectName\":…,\"\(payloadName)\":…},"
                + " or a bare content with --type"
        return LineError(.json, at: offset, reason)
    }
}

#endif
