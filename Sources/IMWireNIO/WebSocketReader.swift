// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore
import NIOWebSocket

/// The reason why no more can be read from a WebSocket.
package struct WebSocketFault: Error, CustomStringConvertible {
    /// The code of the close frame that answers it.
    let code: WebSocketErrorCode
    package let description: String

    static let tooLarge = WebSocketFault(code: .messageTooLarge, description: "a message of the WebSocket is too large")
    static let control = WebSocketFault(
        code: .protocolError, description: "a control frame of the WebSocket has more than 125 bytes or several frames")
    static let order = WebSocketFault(
        code: .protocolError, description: "a message of the WebSocket begins within another, or continues none")
    static let frames = WebSocketFault(
        code: .protocolError, description: "a message of the WebSocket has too many frames")
    static let incomplete = WebSocketFault(
        code: .protocolError, description: "the WebSocket ends within a frame or message")
}

/// A reader of the frames of a WebSocket (RFC 6455, 5.2), which joins those of a message.
struct WebSocketReader {
    /// A control frame, or a complete message with the opcode of its first frame; the mask is removed.
    struct Message {
        let opcode: WebSocketOpcode
        let bytes: [UInt8]
    }

    private struct Frame {
        let opcode: WebSocketOpcode
        let isLast: Bool
        let bytes: [UInt8]
    }

    /// The maximum number of bytes of a message.
    private let limit: Int
    /// The opcode of the first frame of an incomplete message.
    private var opcode: WebSocketOpcode?
    private var joined: [UInt8] = []
    private var frames = 0
    private static let most = 1_024

    init(limit: Int) {
        self.limit = limit
    }

    /// The number of bytes of the complete frames of an incomplete message.
    var count: Int { joined.count }
    /// Whether a message is incomplete.
    var isInside: Bool { opcode != nil }

    /// Reads the next message or control frame, or returns nil if more bytes are needed.
    mutating func next(_ buffer: inout ByteBuffer) throws(WebSocketFault) -> Message? {
        while let frame = try frame(&buffer) {
            switch frame.opcode {
            case .binary, .text:
                if opcode != nil { throw .order }
                if frame.isLast { return Message(opcode: frame.opcode, bytes: frame.bytes) }
                (opcode, joined, frames) = (frame.opcode, frame.bytes, 1)
            case .continuation:
                guard let first = opcode else { throw .order }
                joined += frame.bytes
                frames += 1
                if frame.isLast {
                    defer { (opcode, joined) = (nil, []) }
                    return Message(opcode: first, bytes: joined)
                }
                if frames >= WebSocketReader.most { throw .frames }
            default: return Message(opcode: frame.opcode, bytes: frame.bytes)
            }
        }
        return nil
    }

    private func frame(_ buffer: inout ByteBuffer) throws(WebSocketFault) -> Frame? {
        let start = buffer.readerIndex
        guard let head = buffer.getInteger(at: start, as: UInt16.self) else { return nil }
        let (isLast, isMasked) = (head & 0x8000 != 0, head & 0x80 != 0)
        guard let opcode = WebSocketOpcode(encodedWebSocketOpcode: UInt8(head >> 8 & 0xf)) else { throw .order }
        var (count, header) = (Int(head & 0x7f), 2)
        if opcode.isControlOpcode, !isLast || count > 125 { throw .control }
        switch count {
        case 126:
            guard let long = buffer.getInteger(at: start + 2, as: UInt16.self) else { return nil }
            (count, header) = (Int(long), 4)
        case 127:
            guard let long = buffer.getInteger(at: start + 2, as: UInt64.self) else { return nil }
            guard long <= UInt64(limit) else { throw .tooLarge }
            (count, header) = (Int(long), 10)
        default: break
        }
        guard count <= limit - (opcode == .continuation ? joined.count : 0) else { throw .tooLarge }
        var mask: UInt32 = 0
        if isMasked {
            guard let key = buffer.getInteger(at: start + header, as: UInt32.self) else { return nil }
            (mask, header) = (key, header + 4)
        }
        guard var bytes = buffer.getBytes(at: start + header, length: count) else { return nil }
        buffer.moveReaderIndex(forwardBy: header + count)
        if mask != 0 { WebSocketReader.unmask(&bytes, mask) }
        return Frame(opcode: opcode, isLast: isLast, bytes: bytes)
    }

    /// Removes a mask (RFC 6455, 5.3).
    private static func unmask(_ bytes: inout [UInt8], _ mask: UInt32) {
        let (first, second) = (UInt8(truncatingIfNeeded: mask >> 24), UInt8(truncatingIfNeeded: mask >> 16))
        let (third, fourth) = (UInt8(truncatingIfNeeded: mask >> 8), UInt8(truncatingIfNeeded: mask))
        var index = 0
        while index + 4 <= bytes.count {
            bytes[index] ^= first
            bytes[index + 1] ^= second
            bytes[index + 2] ^= third
            bytes[index + 3] ^= fourth
            index += 4
        }
        for (rest, key) in zip(index..<bytes.count, [first, second, third]) { bytes[rest] ^= key }
    }
}

extension ByteBuffer {
    /// Appends a frame without a mask, whose data `write` appends (RFC 6455, 5.2).
    ///
    /// - Throws: The error of `write`; the buffer is then unchanged.
    mutating func appendFrame<Failure: Error>(
        _ opcode: WebSocketOpcode, _ write: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        let start = writerIndex
        writeInteger(0 as UInt32)
        do throws(Failure) {
            try write(&self)
        } catch {
            moveWriterIndex(to: start)
            throw error
        }
        let count = writerIndex - start - 4
        // The header has two bytes, and those of a length that does not fit into them.
        let header = count < 126 ? 2 : count <= Int(UInt16.max) ? 4 : 10
        if header != 4 {
            _ = try? copyBytes(at: start + 4, to: start + header, length: count)
            moveWriterIndex(to: start + header + count)
        }
        setInteger(UInt8(webSocketOpcode: opcode) | 0x80, at: start)
        switch header {
        case 2: setInteger(UInt8(count), at: start + 1)
        case 4:
            setInteger(126 as UInt8, at: start + 1)
            setInteger(UInt16(count), at: start + 2)
        default:
            setInteger(127 as UInt8, at: start + 1)
            setInteger(UInt64(count), at: start + 2)
        }
    }
}

#endif
