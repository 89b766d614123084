// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireServerAPI

/// A writer of the WebSocket handshake and frames that carry messages (RFC 6455); ``WebSocketMessages`` reads them.
package struct WebSocketFrames {
    /// The number of masked client messages so far, from which each message's mask is derived.
    private var masks: UInt32 = 0

    /// Creates a writer for a connection.
    package init() {}

    /// Returns the request that opens the WebSocket, and its answer.
    package func handshake(path: String) -> (request: [UInt8], answer: [UInt8]) {
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

    /// Returns a binary message as frames of at most `size` bytes, masked if a client sends it.
    package mutating func message(_ bytes: [UInt8], _ direction: RMTPDirection, size: Int) -> [UInt8] {
        var frames: [UInt8] = []
        var rest = bytes[...]
        var isFirst = true
        repeat {
            let part = rest.prefix(size)
            rest = rest.dropFirst(size)
            let opcode = isFirst ? WebSocketBits.binary : WebSocketBits.continuation
            let first = rest.isEmpty ? WebSocketBits.last | opcode : opcode
            frames += WebSocketFrames.frame(first, part, mask: direction == .up ? nextMask() : nil)
            isFirst = false
        } while !rest.isEmpty
        return frames
    }

    /// Returns a frame, which a client masks.
    ///
    /// - Parameter first: The mark of the last frame, the reserved bits and the opcode.
    package static func frame(_ first: UInt8, _ data: some Collection<UInt8>, mask: [UInt8]?) -> [UInt8] {
        let mark = mask == nil ? 0 : WebSocketBits.masked
        var frame = [first]
        switch data.count {
        case 0...125: frame.append(mark | UInt8(data.count))
        case 126...65_535: frame += [mark | 126, UInt8(data.count >> 8), UInt8(truncatingIfNeeded: data.count)]
        default:
            frame.append(mark | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                frame.append(UInt8(truncatingIfNeeded: data.count >> shift))
            }
        }
        guard let mask else { return frame + data }
        return frame + mask + masked(data, by: mask[...])
    }

    /// Returns data with the four bytes of a mask applied, which also removes the mask (RFC 6455, 5.3).
    static func masked(_ data: some Collection<UInt8>, by mask: ArraySlice<UInt8>) -> [UInt8] {
        data.enumerated().map { $1 ^ mask[mask.startIndex + ($0 & 3)] }
    }

    /// Returns a mask that differs between messages but is the same each time a log is converted.
    private mutating func nextMask() -> [UInt8] {
        masks &+= 1
        let mask = masks &* 0x9e37_79b9
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: mask >> $0) }
    }
}
