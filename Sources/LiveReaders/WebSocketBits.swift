// SPDX-License-Identifier: Apache-2.0

/// The first two bytes of a WebSocket frame (RFC 6455, 5.2).
enum WebSocketBits {
    /// The bit of the first byte that marks the last frame of a message.
    static let last: UInt8 = 0x80
    /// The reserved bits of the first byte.
    static let reserved: UInt8 = 0x70
    /// The reserved bit that `permessage-deflate` uses.
    static let compressed: UInt8 = 0x40
    /// The bits of the first byte with the opcode.
    static let opcode: UInt8 = 0x0f
    /// The bit of the second byte that marks a masked frame.
    static let masked: UInt8 = 0x80
    /// The bits of the second byte with the length, or 126 or 127 if a longer length follows.
    static let length: UInt8 = 0x7f

    /// The opcode of a frame that continues a message.
    static let continuation: UInt8 = 0
    /// The opcode of the first frame of a binary message.
    static let binary: UInt8 = 2
    /// The first opcode of control frames.
    static let control: UInt8 = 8
}
