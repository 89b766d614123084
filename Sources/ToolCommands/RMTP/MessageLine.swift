// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireRMTP
import IMWireValues

/// A WebSocket message in a line: hex or Base64, which `up` or `down` may precede.
struct MessageLine {
    /// The direction of the message, or nil if the line does not state it.
    let direction: RMTPDirection?
    let bytes: [UInt8]

    /// Reads a line, where `form` is the form of the preceding lines and is set by the first line.
    init(_ line: Span<UInt8>, _ form: inout LineBytes?) throws(LineError) {
        let start: Int
        (direction, start) = MessageLine.start(line)
        let rest = line.extracting(start..<line.count)
        let known = form ?? MessageLine.form(MessageLine.bytes(rest))
        form = known
        switch known {
        case .hex:
            if let plain = HexText.plainBytes(rest) {
                bytes = plain
                return
            }
            do throws(HexText.InvalidDigit) {
                bytes = try HexText.bytes(MessageLine.bytes(rest))
            } catch {
                throw LineError(
                    .member, at: start + error.offset,
                    "the line is not hex; --bytes base64 reads the other form")
            }
        case .base64:
            let plain = MessageLine.bytes(rest).filter { !$0.isBlank }
            guard let decoded = Base64.decode(plain.span) else {
                throw LineError(.member, at: start, "the line is not Base64; --bytes hex reads the other form")
            }
            bytes = decoded
        }
    }

    /// Returns the direction that a line states, and the offset of what follows it.
    private static func start(_ line: Span<UInt8>) -> (RMTPDirection?, Int) {
        var start = 0
        while start < line.count, line[start].isBlank { start += 1 }
        for way in RMTPDirection.allCases {
            let word = way.rawValue.utf8.span
            let end = start + word.count
            guard end <= line.count, end == line.count || line[end].isBlank else { continue }
            var isSame = true
            for index in word.indices where word[index] != line[start + index] { isSame = false }
            if isSame { return (way, end) }
        }
        return (nil, start)
    }

    private static func bytes(_ text: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bytes: text)
        return bytes
    }

    /// Returns whether the packet in a line may be a QUERY or its answer, as far as the first digits tell.
    static func mayBeQuery(_ line: Span<UInt8>, _ form: LineBytes?) -> Bool {
        var start = MessageLine.start(line).1
        while start < line.count, line[start].isBlank { start += 1 }
        guard form == .hex, start + 1 < line.count, let high = line[start].hexDigit, line[start + 1].hexDigit != nil
        else { return true }
        let type = RMTPType(rawValue: high)
        return type == .query || type == .queryAck
    }

    /// Returns hex for text that consists of pairs of hex digits, and Base64 otherwise.
    static func form(_ text: some Sequence<UInt8>) -> LineBytes {
        (try? HexText.bytes(text)) == nil ? .base64 : .hex
    }
}

#endif
