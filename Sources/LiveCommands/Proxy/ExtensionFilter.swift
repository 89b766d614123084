// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import NIOCore

/// A filter that removes the extensions from a WebSocket request, so that the server accepts none and data is not
/// compressed.
///
/// A request is held until it is complete. Data that is not HTTP, and everything after the request, passes unchanged.
struct ExtensionFilter {
    private var reader = HTTPMessageReader()
    /// The bytes that are held.
    private var raw = ByteBuffer()
    /// The bytes that the reader has not consumed.
    private var unread = ByteBuffer()
    private var isDone = false
    private static let name = "sec-websocket-extensions:"

    /// Takes bytes from the client, and returns those to forward to the server now.
    mutating func take(_ buffer: ByteBuffer) -> ByteBuffer {
        if isDone { return buffer }
        raw.writeImmutableBuffer(buffer)
        unread.writeImmutableBuffer(buffer)
        var output = ByteBuffer()
        while !isDone {
            let message: HTTPMessage
            do throws(HTTPMessageReader.Fault) {
                guard let next = try reader.next(&unread, isAnswer: false) else { break }
                message = next
            } catch {
                isDone = true
                break
            }
            let count = raw.readableBytes - unread.readableBytes
            let isUpgrade = message.values("upgrade").contains { $0.lowercased() == "websocket" }
            guard var bytes = raw.readSlice(length: count) else { break }
            output.writeImmutableBuffer(isUpgrade ? ExtensionFilter.stripped(&bytes) : bytes)
            isDone = isUpgrade
        }
        if isDone { output.writeImmutableBuffer(rest()) }
        return output
    }

    /// Returns the held bytes when the client sends no more.
    mutating func rest() -> ByteBuffer {
        defer { (raw, unread) = (ByteBuffer(), ByteBuffer()) }
        return raw
    }

    /// Returns a request without its extension offers.
    private static func stripped(_ bytes: inout ByteBuffer) -> ByteBuffer {
        var output = ByteBuffer()
        var isHead = true
        while isHead, let end = bytes.readableBytesView.firstIndex(of: 0x0a),
            let line = bytes.readSlice(length: end + 1 - bytes.readerIndex)
        {
            let text = String(buffer: line)
            isHead = text != "\r\n"
            if !text.lowercased().hasPrefix(name) { output.writeImmutableBuffer(line) }
        }
        output.writeImmutableBuffer(bytes)
        return output
    }
}

#endif
