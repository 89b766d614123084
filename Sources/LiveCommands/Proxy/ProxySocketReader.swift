// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireRMTP
import NIOCore
import NIOHTTP1

/// Reads both directions of a connection that becomes a WebSocket: the request, its answer, and then messages.
final class ProxySocketReader {
    /// Something that the reader has found in the stream.
    enum Arrival {
        /// Both sides have agreed on a WebSocket.
        case opened
        /// What follows is not read, and why.
        case unread(String)
        /// What no WebSocket with packets has: a code and a place.
        case wrong(String, String)
        /// A packet.
        case message([UInt8], InspectedPart)
    }

    private enum Stage {
        case request, waiting, answer, messages, unread
    }

    /// Whether messages go over.
    private(set) var isOpen = false
    private let mode: DecodingMode
    private var stages: [RMTPDirection: Stage] = [.up: .request, .down: .waiting]
    private var buffers: [RMTPDirection: ByteBuffer] = [.up: ByteBuffer(), .down: ByteBuffer()]
    private var frames: [RMTPDirection: WebSocketMessages] = [
        .up: WebSocketMessages(isMasked: true), .down: WebSocketMessages(isMasked: false),
    ]
    private var inspection: RMTPInspection
    private static let headLimit = 16_384

    init(_ mode: DecodingMode) {
        self.mode = mode
        inspection = RMTPInspection(RMTPInspection.Options(.websocket, RMTPFormat(.up, .three)))
        inspection.options.mode = mode
    }

    func take(_ buffer: ByteBuffer, _ direction: RMTPDirection) -> [Arrival] {
        if stages[direction] == .unread { return [] }
        buffers[direction]?.writeImmutableBuffer(buffer)
        var arrivals: [Arrival] = []
        while let arrival = next(direction) { arrivals.append(arrival) }
        let kept = buffers[direction]?.readableBytes ?? 0
        if !isOpen, kept > ProxySocketReader.headLimit {
            arrivals.append(close("a head of more than \(ProxySocketReader.headLimit) bytes"))
        }
        return arrivals
    }

    private func next(_ direction: RMTPDirection) -> Arrival? {
        switch stages[direction] {
        case .request:
            guard let head = head(.up) else { return nil }
            let words = head.split(separator: "\r\n").map { $0.lowercased() }
            guard words.contains(where: { $0.hasPrefix("upgrade:") && $0.hasSuffix("websocket") }) else {
                return close("no request for a WebSocket")
            }
            setVersion(head)
            stages[.up] = .messages
            stages[.down] = .answer
            return next(.up)
        case .answer:
            guard let head = head(.down) else { return nil }
            guard head.hasPrefix("HTTP/1.1 101") else { return close("the server opens no WebSocket") }
            isOpen = true
            stages[.down] = .messages
            return .opened
        case .messages: return message(direction)
        default: return nil
        }
    }

    /// The lines in front of the first empty one; nil where it has not come.
    private func head(_ direction: RMTPDirection) -> String? {
        guard let view = buffers[direction]?.readableBytesView,
            let end = view.indices.dropLast(3).first(where: {
                view[$0] == 13 && view[$0 + 1] == 10 && view[$0 + 2] == 13 && view[$0 + 3] == 10
            })
        else { return nil }
        let count = end + 4 - view.startIndex
        return buffers[direction]?.readString(length: count)
    }

    private func close(_ reason: String) -> Arrival {
        stages = [.up: .unread, .down: .unread]
        buffers = [:]
        return .unread(reason)
    }

    /// The query of the request says which release the client is, and so what its packets are.
    private func setVersion(_ head: String) {
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard words.count > 1 else { return }
        let request = WebRequest(method: .GET, target: String(words[1]), headers: HTTPHeaders(), body: [])
        let release = SDKRelease(request.query["sdkVer"], protocolVersion: request.query["protocolVer"])
        inspection.options.format = RMTPFormat(.up, release.version)
    }

    private func message(_ direction: RMTPDirection) -> Arrival? {
        // A client that speaks before the answer has to wait until it is one.
        guard isOpen, var buffer = buffers[direction], var reader = frames[direction] else { return nil }
        buffers[direction] = nil
        defer {
            if stages[direction] != .unread { buffers[direction] = buffer }
            frames[direction] = reader
        }
        while let result = reader.next(&buffer) {
            switch result {
            case .success(.binary(let bytes)): return .message(bytes, inspection.next(bytes, direction))
            case .success(.text): return .wrong("websocket.text", "a packet is a binary message (RMTP-050)")
            case .success(.control): continue
            case .failure(.compressed):
                stages[direction] = .unread
                return .unread("messages are compressed")
            case .failure(let fault):
                stages[direction] = .unread
                return .wrong("websocket.\(fault.rawValue)", "nothing behind it is read")
            }
        }
        return nil
    }
}

/// The frames of one direction of a WebSocket, put together to messages (RFC 6455, 5).
struct WebSocketMessages {
    enum Message {
        case text, control
        case binary([UInt8])
    }

    /// Why nothing more can be read.
    enum Fault: String, Error {
        case compressed, mask, frame, tooLarge
    }

    private let isMasked: Bool
    private var opcode: UInt8 = 0
    private var payload: [UInt8] = []
    private var isInside = false
    private static let limit = 1_048_576

    /// - Parameter isMasked: what a client sends is, what a server sends is not.
    init(isMasked: Bool) {
        self.isMasked = isMasked
    }

    /// The next message; nil where more bytes are needed.
    mutating func next(_ buffer: inout ByteBuffer) -> Result<Message, Fault>? {
        while true {
            let start = buffer.readerIndex
            guard let head = buffer.getBytes(at: start, length: 2) else { return nil }
            if head[0] & 0x70 != 0 { return .failure(head[0] & 0x70 == 0x40 ? .compressed : .frame) }
            guard (head[1] & 0x80 != 0) == isMasked else { return .failure(.mask) }
            var length = Int(head[1] & 0x7f)
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
            let mask = isMasked ? buffer.getBytes(at: place, length: 4) : [0, 0, 0, 0]
            place += isMasked ? 4 : 0
            guard let mask, let bytes = buffer.getBytes(at: place, length: length) else { return nil }
            buffer.moveReaderIndex(to: place + length)
            buffer.discardReadBytes()
            let code = head[0] & 0x0f
            if code >= 8 { return head[0] & 0x80 != 0 && length < 126 ? .success(.control) : .failure(.frame) }
            guard (code == 0) == isInside, code <= 2 else { return .failure(.frame) }
            if code != 0 { opcode = code }
            payload += isMasked ? bytes.enumerated().map { $1 ^ mask[$0 & 3] } : bytes
            isInside = head[0] & 0x80 == 0
            if isInside { continue }
            defer { payload = [] }
            return .success(opcode == 2 ? .binary(payload) : .text)
        }
    }
}

#endif
