// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireRMTP

/// A WebSocket message in a line: hex or Base64, and in front of it `up` or `down` where the line says its way.
struct MessageLine {
    /// Which way the message goes; nil where the line does not say it.
    let direction: RMTPDirection?
    /// The message.
    let bytes: [UInt8]

    /// Reads a line; `form` is that of the lines before, and is set by the first.
    init(_ line: Span<UInt8>, _ form: inout LineBytes?) throws(Fault) {
        var text: [UInt8] = []
        for index in line.indices { text.append(line[index]) }
        var rest = text[...].drop { $0 == 0x20 || $0 == 0x09 }
        direction = RMTPDirection.allCases.first { way in
            rest.starts(with: way.rawValue.utf8)
                && [0x20, 0x09, nil].contains(rest.dropFirst(way.rawValue.utf8.count).first)
        }
        if let direction { rest = rest.dropFirst(direction.rawValue.utf8.count) }
        let taken = form ?? MessageLine.form(rest)
        form = taken
        switch taken {
        case .hex:
            do throws(HexText.Problem) {
                bytes = try HexText.bytes(rest)
            } catch {
                throw Fault(
                    .member, at: rest.startIndex + error.offset,
                    "the line is not hex; --bytes base64 reads the other form")
            }
        case .base64:
            let plain = rest.filter { $0 != 0x20 && $0 != 0x09 }
            guard let decoded = Base64.decode(String(decoding: plain, as: UTF8.self)) else {
                throw Fault(.member, at: rest.startIndex, "the line is not Base64; --bytes hex reads the other form")
            }
            bytes = decoded
        }
    }

    /// Hex where nothing but pairs of digits stands there.
    static func form(_ text: some Sequence<UInt8>) -> LineBytes {
        (try? HexText.bytes(text)) == nil ? .base64 : .hex
    }
}

#endif
