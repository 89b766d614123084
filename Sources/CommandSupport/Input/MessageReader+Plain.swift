// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire
import Platform

/// Lines that consist of the type and the content, in this order and without white space except after `:` and `,`.
extension MessageReader {
    /// Returns the range in which such a line has its content, and sets the type; nil for any other line.
    ///
    /// Only the decoder of the content can say whether the range is one content. If it is, the line is as expected.
    /// Otherwise the line is read again, member by member. So the brackets of nearly all contents are examined once.
    mutating func plainContent(_ line: Span<UInt8>) -> Range<Int>? {
        guard expectsPlain, bareType == nil else { return nil }
        var position = 0
        guard MessageReader.skip("{\"objectName\":", in: line, &position), MessageReader.skip("\"", in: line, &position)
        else { return nil }
        let first = position
        while position < line.count, line[position] != UInt8(ascii: "\"") {
            if line[position] < 0x20 || line[position] == UInt8(ascii: "\\") { return nil }
            position += 1
        }
        let end = position
        guard MessageReader.skip("\",", in: line, &position), MessageReader.skip("\"", in: line, &position),
            skipPayloadName(in: line, &position), MessageReader.skip("\":", in: line, &position)
        else { return nil }
        let range = position..<max(position, line.count - 1)
        guard range.count >= 2, line[line.count - 1] == UInt8(ascii: "}"),
            line[range.lowerBound] == UInt8(ascii: "{"), line[range.upperBound - 1] == UInt8(ascii: "}"),
            !BytesValue.isLikely(line, range), let found = types.type(line.extracting(first..<end))
        else { return nil }
        type = found
        if found.isTyped { return range }
        // The codec does not examine these bytes, so the tool itself checks that they are JSON.
        guard range.count <= DecodingLimits().contentBytes else { return nil }
        return (try? RawJSON.check(line.extracting(range))) == nil ? nil : range
    }

    private func skipPayloadName(in line: Span<UInt8>, _ position: inout Int) -> Bool {
        let name = payloadName.utf8.span
        guard position + name.count <= line.count else { return false }
        for index in name.indices where line[position + index] != name[index] { return false }
        position += name.count
        return true
    }

    /// Advances past `text` and a space after it; returns false if the line has other text at the position.
    private static func skip(_ text: StaticString, in line: Span<UInt8>, _ position: inout Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count < line.count else { return false }
        let start = position
        let isSame = line.withUnsafeBytes { line in
            line.baseAddress.map { memcmp($0 + start, text.utf8Start, count) == 0 } ?? false
        }
        if !isSame { return false }
        position += count
        let isSeparator = text.utf8Start[count - 1] != UInt8(ascii: "\"")
        if isSeparator, line[position] == UInt8(ascii: " ") { position += 1 }
        return true
    }
}

#endif
