// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireRMTP

/// A WebSocket message in a line: hex or Base64, which `up` or `down` may precede.
struct MessageLine {
    /// The direction of the message, or nil if the line does not state it.
    let direction: RMTPDirection?
    let bytes: [UInt8]

    /// Reads a line, where `form` is the form of the preceding lines and is set by the first line.
    init(_ line: Span<UInt8>, _ form: inout LineBytes?) throws(LineError) {
        var text: [UInt8] = []
        for index in line.indices { text.append(line[index]) }
        var rest = text[...].drop(while: \.isBlank)
        direction = RMTPDirection.allCases.first { way in
            rest.starts(with: way.rawValue.utf8)
                && rest.dropFirst(way.rawValue.utf8.count).first?.isBlank != false
        }
        if let direction { rest = rest.dropFirst(direction.rawValue.utf8.count) }
        let known = form ?? MessageLine.form(rest)
        form = known
        switch known {
        case .hex:
            do throws(HexText.InvalidDigit) {
                bytes = try HexText.bytes(rest)
            } catch {
                throw LineError(
                    .member, at: rest.startIndex + error.offset,
                    "the line is not hex; --bytes base64 reads the other form")
            }
        case .base64:
            let plain = rest.filter { !$0.isBlank }
            guard let decoded = Base64.decode(String(decoding: plain, as: UTF8.self)) else {
                throw LineError(
                    .member, at: rest.startIndex, "the line is not Base64; --bytes hex reads the other form")
            }
            bytes = decoded
        }
    }

    /// Returns hex for text that consists of pairs of hex digits, and Base64 otherwise.
    static func form(_ text: some Sequence<UInt8>) -> LineBytes {
        (try? HexText.bytes(text)) == nil ? .base64 : .hex
    }
}

#endif
