// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireRMTP
import LiveService
import NIOCore
import NIOHTTP1

/// A reader of HTTP: navigation, polling, and the request that opens a WebSocket, followed by its messages.
final class ProxyWebReader: ProxyReader {
    private enum Stage {
        case http, messages, unread
    }

    /// A request that waits for its response.
    private struct Asked {
        var method: String
        var target: String
        var isUpgrade: Bool

        var path: Substring { target.prefix { $0 != "?" } }
    }

    /// Whether the connection carries WebSocket messages.
    var logsParts: Bool { stage == .messages }
    var pending: Int {
        buffers.values.reduce(0) { $0 + $1.readableBytes } + messages.values.reduce(0) { $0 + $1.pending }
            + frames.values.reduce(0) { $0 + $1.pending }
    }
    private var stage = Stage.http
    private var asked: [Asked] = []
    private var buffers: [RMTPDirection: ByteBuffer] = [.up: ByteBuffer(), .down: ByteBuffer()]
    private var messages: [RMTPDirection: HTTPMessageReader] = [
        .up: HTTPMessageReader(), .down: HTTPMessageReader(),
    ]
    private var frames: [RMTPDirection: WebSocketMessages] = [
        .up: WebSocketMessages(isMasked: true), .down: WebSocketMessages(isMasked: false),
    ]
    private var closed: Set<RMTPDirection> = []
    private var arrivals: ProxyArrivals = []
    private var inspection: RMTPInspection
    private static let waitLimit = 65_536
    private static let askedLimit = 64

    init(_ mode: DecodingMode) {
        inspection = RMTPInspection(RMTPInspection.Options(.xhr, RMTPFormat(.up, .three)))
        inspection.options.mode = mode
    }

    func take(_ buffer: ByteBuffer, _ direction: RMTPDirection) -> ProxyArrivals {
        if stage == .unread || closed.contains(direction) { return [] }
        buffers[direction]?.writeImmutableBuffer(buffer)
        // A message of one side may allow earlier data of the other side to be read.
        for direction in [direction, direction == .up ? .down : .up, direction] { read(direction) }
        return found()
    }

    func end(_ direction: RMTPDirection) -> ProxyArrivals {
        if stage == .http, direction == .down, let message = messages[.down]?.end() { answer(message) }
        return found()
    }

    private func found() -> ProxyArrivals {
        defer { arrivals = [] }
        return arrivals
    }

    private func read(_ direction: RMTPDirection) {
        // The buffer is moved out while it changes to avoid copies.
        guard var buffer = buffers.removeValue(forKey: direction) else { return }
        while step(&buffer, direction) {}
        buffer.discardReadBytes()
        if stage == .http, isWaiting(direction), buffer.readableBytes > ProxyWebReader.waitLimit {
            close(direction, .unread("more than \(ProxyWebReader.waitLimit) bytes before an answer"))
        }
        if stage != .unread, !closed.contains(direction) { buffers[direction] = buffer }
    }

    /// Returns whether data of a direction can be read only after the other side has sent something.
    private func isWaiting(_ direction: RMTPDirection) -> Bool {
        direction == .up ? asked.last?.isUpgrade ?? false || asked.count >= ProxyWebReader.askedLimit : asked.isEmpty
    }

    /// Reads one message; returns false if nothing more can be read yet.
    private func step(_ buffer: inout ByteBuffer, _ direction: RMTPDirection) -> Bool {
        switch stage {
        case .unread: return false
        case .messages: return frame(&buffer, direction)
        case .http:
            if isWaiting(direction) || buffer.readableBytes == 0 { return false }
            let hasBody = asked.first?.method != "HEAD"
            do throws(HTTPMessageReader.Fault) {
                guard
                    let message = try messages[direction]?.next(
                        &buffer, isAnswer: direction == .down, hasBody: hasBody)
                else { return false }
                if direction == .up { request(message) } else { answer(message) }
                return true
            } catch {
                close(direction, .unread(error.reason))
                return false
            }
        }
    }

    private func close(_ direction: RMTPDirection, _ arrival: ProxyArrival) {
        arrivals.append((direction, arrival))
        stage = .unread
        buffers = [:]
    }

    // MARK: HTTP

    private func request(_ message: HTTPMessage) {
        guard let (method, target) = message.request else { return close(.up, .unread("requests that are not HTTP")) }
        let isUpgrade = message.values("upgrade").contains { $0.lowercased() == "websocket" }
        asked.append(Asked(method: method, target: target, isUpgrade: isUpgrade))
        let isSocket = target.hasPrefix("/websocket")
        if isSocket, method == "GET" { setVersion(target) }
        guard isSocket, method == "POST" else { return }
        inspection.options.framing = .xhr
        let part = inspection.request(Array(target.utf8), message.body)
        arrivals.append((.up, .part(message.body, part)))
    }

    private func answer(_ message: HTTPMessage) {
        guard let status = message.status, let first = asked.first else {
            return close(.down, .unread("answers that are not HTTP"))
        }
        if (100..<200).contains(status), status != 101 { return }
        asked.removeFirst()
        if first.isUpgrade {
            guard status == 101 else { return arrivals.append((.down, .unread("the server rejects the WebSocket"))) }
            stage = .messages
            inspection.options.framing = .websocket
            return arrivals.append((.down, .opened))
        }
        guard status == 200, first.method != "HEAD", first.method != "OPTIONS" else { return }
        if !message.values("content-encoding").isEmpty {
            return arrivals.append((.down, .unread("answers are compressed")))
        }
        inspection.options.framing = .xhr
        switch first.path {
        case "/navi.js", "/cometnavi.js":
            arrivals.append((.down, .part(message.body, inspection.navigation(message.body))))
        case "/websocket", "/pullmsg.js":
            arrivals.append((.down, .part(message.body, inspection.next(message.body, .down))))
        default: arrivals.append((.down, .unread("requests that are not of the protocol")))
        }
    }

    /// Sets the packet version from the client's release, which is in the query of the request.
    private func setVersion(_ target: String) {
        let query = WebRequest(method: .GET, target: target, headers: HTTPHeaders(), body: []).query
        let release = SDKRelease(query["sdkVer"], protocolVersion: query["protocolVer"])
        inspection.options.format = RMTPFormat(.up, release.version)
    }

    // MARK: WebSocket

    private func frame(_ buffer: inout ByteBuffer, _ direction: RMTPDirection) -> Bool {
        guard let result = frames[direction]?.next(&buffer) else { return false }
        switch result {
        case .success(.binary(let bytes)): arrivals.append((direction, .part(bytes, inspection.next(bytes, direction))))
        case .success(.text):
            arrivals.append((direction, .wrong("websocket.text", "a packet is a binary message (RMTP-050)")))
        case .success(.control): break
        case .failure(let fault):
            closed.insert(direction)
            arrivals.append((direction, .wrong("websocket.\(fault.rawValue)", "the rest is not read")))
            return false
        }
        return true
    }
}

#endif
