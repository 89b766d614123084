// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import NIOCore

/// An assembler of messages from the frames of one direction of a WebSocket (RFC 6455, 5).
struct WebSocketMessages {
    enum Message {
        case text, control
        case binary([UInt8])
    }

    /// The reason why nothing more can be read.
    enum Fault: String, Error {
        /// The bit of `permessage-deflate` is set, although it was not negotiated.
        case compressed
        case mask, frame, tooLarge
    }

    private let isMasked: Bool
    private var opcode: UInt8 = 0
    private var payload: [UInt8] = []
    private var isInside = false
    private static let limit = 1_048_576
    /// The number of bytes of an incomplete message.
    var pending: Int { payload.count }

    /// Creates an assembler.
    ///
    /// - Parameter isMasked: Whether frames are masked, which is true for those of a client and false for those of a
    ///   server.
    init(isMasked: Bool) {
        self.isMasked = isMasked
    }

    /// Returns the next message, or nil if more bytes are needed.
    mutating func next(_ buffer: inout ByteBuffer) -> Result<Message, Fault>? {
        while true {
            let start = buffer.readerIndex
            guard let head = buffer.getInteger(at: start, as: UInt8.self),
                let second = buffer.getInteger(at: start + 1, as: UInt8.self)
            else { return nil }
            if head & 0x70 != 0 { return .failure(head & 0x70 == 0x40 ? .compressed : .frame) }
            guard (second & 0x80 != 0) == isMasked else { return .failure(.mask) }
            var length = Int(second & 0x7f)
            var place = start + 2
            if length == 126 {
                guard let long = buffer.getInteger(at: place, as: UInt16.self) else { return nil }
                (length, place) = (Int(long), place + 2)
            } else if length == 127 {
                guard let long = buffer.getInteger(at: place, as: UInt64.self) else { return nil }
                guard long <= UInt64(WebSocketMessages.limit) else { return .failure(.tooLarge) }
                (length, place) = (Int(long), place + 8)
            }
            guard length + payload.count <= WebSocketMessages.limit else { return .failure(.tooLarge) }
            let bodyStart = place + (isMasked ? 4 : 0)
            guard buffer.writerIndex - bodyStart >= length else { return nil }
            let code = head & 0x0f
            let mask = buffer.getBytes(at: place, length: bodyStart - place) ?? []
            let bytes = buffer.getBytes(at: bodyStart, length: length) ?? []
            buffer.moveReaderIndex(to: bodyStart + length)
            if code >= 8 { return head & 0x80 != 0 && length < 126 ? .success(.control) : .failure(.frame) }
            guard (code == 0) == isInside, code <= 2 else { return .failure(.frame) }
            if code != 0 { opcode = code }
            payload += isMasked ? bytes.enumerated().map { $1 ^ mask[$0 & 3] } : bytes
            isInside = head & 0x80 == 0
            if isInside { continue }
            defer { payload = [] }
            return .success(opcode == 2 ? .binary(payload) : .text)
        }
    }
}

#endif
