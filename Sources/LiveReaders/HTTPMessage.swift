// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A complete HTTP/1.1 request or response.
package struct HTTPMessage {
    /// The first line.
    package var start: String
    /// The fields of the head, in order.
    package var fields: [(name: String, value: String)]
    /// The body, without its framing.
    package var body: [UInt8] = []

    /// Returns the values of the fields with a name, which must be given in lowercase ASCII and matches
    /// case-insensitively.
    package func values(_ name: String) -> [String] {
        fields.filter { $0.name.utf8.map(HTTPMessage.lowercased).elementsEqual(name.utf8) }.map(\.value)
    }

    /// Whether the message is a request for a WebSocket.
    package var isUpgrade: Bool {
        values("upgrade").contains { $0.utf8.map(HTTPMessage.lowercased).elementsEqual("websocket".utf8) }
    }

    /// The status of a response, or nil if the first line is not a status line.
    package var status: Int? {
        let words = start.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count > 1, words[0].starts(with: "HTTP/1.".utf8), words[1].count == 3 else { return nil }
        return Int(Substring(words[1]))
    }

    /// The method and target of a request, or nil if the first line is not a request line.
    package var request: (method: String, target: String)? {
        let words = start.utf8.split(separator: UInt8(ascii: " "))
        guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8) else { return nil }
        return (String(Substring(words[0])), String(Substring(words[1])))
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
