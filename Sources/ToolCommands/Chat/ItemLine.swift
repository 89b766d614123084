// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire

/// A parser that locates the message in a line: in an item of `decode`, `{"kind":…,"message":{…}}`, or the whole line.
enum ItemLine {
    /// Returns the range of the message.
    ///
    /// A line is an item if it has a member `message` or `error` that is an object and has no member `messageType`. The
    /// range of a line that is not JSON is the whole line, so that the codec reports the error.
    static func message(in line: Span<UInt8>) throws(LineError) -> Range<Int> {
        let whole = 0..<line.count
        var scanner = LineScanner()
        var message: Range<Int>?
        var isError = false
        guard scanner.next(line) == UInt8(ascii: "{") else { return whole }
        scanner.position += 1
        while scanner.next(line) == UInt8(ascii: "\"") {
            let name = scanner.string(line)
            guard scanner.next(line) == UInt8(ascii: ":") else { return whole }
            scanner.position += 1
            let value = scanner.value(line)
            if value.range.isEmpty || value.isTruncated { return whole }
            if isNamed(line, name.range, "messageType") { return whole }
            if isNamed(line, name.range, "message"), line[value.range.lowerBound] == UInt8(ascii: "{") {
                message = value.range
            }
            if isNamed(line, name.range, "error"), line[value.range.lowerBound] == UInt8(ascii: "{") { isError = true }
            if scanner.next(line) != UInt8(ascii: ",") { break }
            scanner.position += 1
        }
        guard message != nil || isError else { return whole }
        // The codec reads only the message, so the tool checks that the rest of the line is JSON.
        do throws(DecodeError) {
            _ = try RawJSON(parsing: line)
        } catch {
            throw LineError(error, inLineFrom: 0)
        }
        if let message { return message }
        throw LineError(.member, at: 0, "the line has an error and no message; it is omitted")
    }

    private static func isNamed(_ line: Span<UInt8>, _ range: Range<Int>, _ wanted: StaticString) -> Bool {
        guard range.count == wanted.utf8CodeUnitCount + 2 else { return false }
        return wanted.withUTF8Buffer { text in
            for index in 0..<text.count where line[range.lowerBound + 1 + index] != text[index] { return false }
            return true
        }
    }
}

#endif
