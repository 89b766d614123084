// SPDX-License-Identifier: Apache-2.0

/// The reason why no further message can be read.
package enum WebSocketMessageError: String, Error {
    /// The bit of `permessage-deflate` is set, although it was not negotiated.
    case compressed
    case mask, frame, tooLarge
}

/// An assembler of messages from the frames of one direction of a WebSocket (RFC 6455, 5).
package struct WebSocketMessages {
    /// A message or a control frame.
    package enum Message {
        case text, control
        case binary([UInt8])
    }

    private let isMasked: Bool
    private let limit: Int
    private var opcode: UInt8 = 0
    private var payload: [UInt8] = []
    private var isInside = false
    /// The number of bytes of an incomplete message.
    package var pending: Int { payload.count }

    /// Creates an assembler.
    ///
    /// - Parameters:
    ///   - isMasked: Whether frames are masked, which is true for those of a client and false for those of a server.
    ///   - limit: The maximum number of bytes of a message.
    package init(isMasked: Bool, limit: Int = 1_048_576) {
        self.isMasked = isMasked
        self.limit = limit
    }

    /// Returns the next message, or nil if more bytes are needed.
    package mutating func next(_ queue: inout ByteQueue) -> Result<Message, WebSocketMessageError>? {
        while true {
            guard let head = queue[0], let second = queue[1] else { return nil }
            let reserved = head & WebSocketBits.reserved
            if reserved != 0 { return .failure(reserved == WebSocketBits.compressed ? .compressed : .frame) }
            guard (second & WebSocketBits.masked != 0) == isMasked else { return .failure(.mask) }
            var length = Int(second & WebSocketBits.length)
            var offset = 2
            if length >= 126 {
                let width = length == 126 ? 2 : 8
                guard let long = queue.number(at: offset, length: width) else { return nil }
                guard long <= UInt64(limit) else { return .failure(.tooLarge) }
                (length, offset) = (Int(long), offset + width)
            }
            guard length + payload.count <= limit else { return .failure(.tooLarge) }
            let start = offset + (isMasked ? 4 : 0)
            guard queue.count - start >= length, let frame = queue.removeFirst(start + length) else { return nil }
            let isLast = head & WebSocketBits.last != 0
            let code = head & WebSocketBits.opcode
            if code >= WebSocketBits.control { return isLast && length < 126 ? .success(.control) : .failure(.frame) }
            guard (code == WebSocketBits.continuation) == isInside, code <= WebSocketBits.binary else {
                return .failure(.frame)
            }
            if code != WebSocketBits.continuation { opcode = code }
            let mask = frame.dropFirst(offset).prefix(start - offset)
            let data = frame.dropFirst(start)
            payload += isMasked ? WebSocketFrames.masked(data, by: mask) : Array(data)
            isInside = !isLast
            if isInside { continue }
            defer { payload = [] }
            return .success(opcode == WebSocketBits.binary ? .binary(payload) : .text)
        }
    }
}
