// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire
import IMWireRMTP
import IMWireServerAPI

/// What a WebSocket puts around its messages (RFC 6455): the request that opens it, its answer, and frames.
struct WebSocketFrames {
    /// How many messages of the client there were: each has a mask of its own.
    private var masks: UInt32 = 0

    /// The request that opens it, and its answer.
    func handshake(path: String) -> (request: [UInt8], answer: [UInt8]) {
        let key = Base64.encode(Array("imwire wire log.".utf8))
        var hash = SHA1()
        hash.update("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)
        let accept = Base64.encode(hash.finalize())
        let request = [
            "GET \(path) HTTP/1.1", "Host: service.example", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13", "", "",
        ]
        let answer = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(accept)", "", "",
        ]
        return (Array(request.joined(separator: "\r\n").utf8), Array(answer.joined(separator: "\r\n").utf8))
    }

    /// A binary message as frames of `size` bytes at most; what a client sends is masked.
    mutating func message(_ bytes: [UInt8], _ direction: RMTPDirection, size: Int) -> [UInt8] {
        var frames: [UInt8] = []
        var rest = bytes[...]
        var isFirst = true
        repeat {
            let part = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            // Opcode 2 starts a binary message and opcode 0 continues it; the high bit marks the last frame.
            frames.append((rest.isEmpty ? 0x80 : 0) | (isFirst ? 2 : 0))
            isFirst = false
            let mark: UInt8 = direction == .up ? 0x80 : 0
            switch part.count {
            case 0...125: frames.append(mark | UInt8(part.count))
            case 126...65_535: frames += [mark | 126, UInt8(part.count >> 8), UInt8(truncatingIfNeeded: part.count)]
            default:
                frames.append(mark | 127)
                for shift in stride(from: 56, through: 0, by: -8) {
                    frames.append(UInt8(truncatingIfNeeded: part.count >> shift))
                }
            }
            if direction == .up {
                let mask = nextMask()
                frames += mask
                frames += part.enumerated().map { $1 ^ mask[$0 % 4] }
            } else {
                frames += part
            }
        } while !rest.isEmpty
        return frames
    }

    /// A mask that differs from message to message, and is the same in every file that a log gives.
    private mutating func nextMask() -> [UInt8] {
        masks &+= 1
        let mask = masks &* 0x9e37_79b9
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: mask >> $0) }
    }
}

#endif
