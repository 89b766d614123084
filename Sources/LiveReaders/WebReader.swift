// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import LiveService

/// A result of reading a copy of a web client's data.
package enum WebArrival {
    /// Both sides have agreed on a WebSocket.
    case opened
    /// The following data is not read, for a reason.
    case unread(String)
    /// A violation of the protocol: a code and a place.
    case wrong(String, String)
    /// A packet, or a request or response of a polling client.
    case part([UInt8], InspectedPart)
}

/// A reader of both directions of a connection with HTTP: navigation, polling, and the request that opens a WebSocket,
/// followed by its messages.
package struct WebReader {
    /// The amounts of data that a reader holds.
    package struct Limits: Hashable, Sendable {
        /// The sizes of requests and responses.
        package var http = HTTPMessageReader.Limits()
        /// The maximum number of bytes of a WebSocket message.
        package var message = 1_048_576
        /// The number of requests without a response after which no further request is read (LIV-132).
        package var requests = 64
        /// The number of bytes after an unanswered request at which a caller stops accepting more (LIV-132).
        package var waiting = 65_536

        /// Creates the limits with their default values.
        package init() {}
    }

    private enum Stage {
        case http, messages, unread
    }

    /// The kinds of requests.
    private enum Target {
        case navigation, polling, upgrade
        /// A request whose response has no packet: of the time, of permission to ask, or for the head alone.
        case known
        case foreign
    }

    /// A request that waits for its response.
    private struct Asked {
        var target: Target
        var isHead: Bool
        /// The version of the packets in the response.
        var version: RMTPVersion
    }

    /// One direction of the connection.
    private struct Side {
        var queue = ByteQueue()
        var messages: HTTPMessageReader
        var frames: WebSocketMessages
        /// Whether nothing more of this direction is read.
        var isClosed = false

        init(_ limits: Limits, isMasked: Bool) {
            messages = HTTPMessageReader(limits.http)
            frames = WebSocketMessages(isMasked: isMasked, limit: limits.message)
        }

        var pending: Int { queue.count + messages.pending + frames.pending }
    }

    private let limits: Limits
    private var stage = Stage.http
    private var asked: [Asked] = []
    private var up: Side
    private var down: Side
    private var version = RMTPVersion.three
    private var arrivals: [(direction: RMTPDirection, arrival: WebArrival)] = []
    private var inspection: RMTPInspection

    package init(_ mode: DecodingMode, _ limits: Limits = Limits()) {
        self.limits = limits
        up = Side(limits, isMasked: true)
        down = Side(limits, isMasked: false)
        inspection = RMTPInspection(RMTPInspection.Options(.xhr, RMTPFormat(.up, .three)))
        inspection.options.mode = mode
    }

    /// Whether the connection carries WebSocket messages.
    package var isWebSocket: Bool { stage == .messages }
    /// Whether nothing more is read.
    package var isUnread: Bool { stage == .unread }
    /// The number of bytes kept until more arrive.
    package var pending: Int { up.pending + down.pending }
    /// The number of requests that wait for their responses.
    package var unanswered: Int { asked.count }

    /// Returns whether the reader can accept more data of a direction; otherwise the other side must send first.
    ///
    /// A caller that does not read from the client meanwhile keeps all requests validated, and in bounded memory.
    package func isReady(for direction: RMTPDirection) -> Bool {
        stage != .http || direction == .down || !isWaiting(.up) || up.queue.count < limits.waiting
    }

    /// Reads data, and returns the results with their directions.
    ///
    /// The results do not depend on the sizes of the pieces: after each message, everything of the other side that can
    /// be read is read.
    package mutating func read(
        _ bytes: [UInt8], _ direction: RMTPDirection
    ) -> [(direction: RMTPDirection, arrival: WebArrival)] {
        if stage == .unread || (direction == .up ? up : down).isClosed { return [] }
        if direction == .up { up.queue.append(bytes) } else { down.queue.append(bytes) }
        while step(direction) { while step(direction == .up ? .down : .up) {} }
        checkWaiting()
        return found()
    }

    /// Reports that one side sends no more, and returns the results.
    package mutating func end(_ direction: RMTPDirection) -> [(direction: RMTPDirection, arrival: WebArrival)] {
        if stage == .http, direction == .down, let message = down.messages.end() {
            answer(message)
            while step(.up) {}
        }
        return found()
    }

    private mutating func found() -> [(direction: RMTPDirection, arrival: WebArrival)] {
        defer { arrivals = [] }
        return arrivals
    }

    /// Gives up reading if too much data of a side waits for the other side.
    private mutating func checkWaiting() {
        guard stage == .http else { return }
        // A filter before the reader may release a whole request at once.
        let most = limits.waiting + limits.http.head + limits.http.body
        if isWaiting(.up), up.queue.count > most { close(.up, "more than \(most) bytes before an answer") }
        if isWaiting(.down), down.queue.count > limits.waiting {
            close(.down, "more than \(limits.waiting) bytes before a request")
        }
    }

    /// Returns whether data of a direction can be read only after the other side has sent something.
    private func isWaiting(_ direction: RMTPDirection) -> Bool {
        direction == .up ? asked.last?.target == .upgrade || asked.count >= limits.requests : asked.isEmpty
    }

    /// Reads one message; returns false if nothing more can be read yet.
    private mutating func step(_ direction: RMTPDirection) -> Bool {
        switch stage {
        case .unread: return false
        case .messages: return frame(direction)
        case .http:
            if isWaiting(direction) { return false }
            do throws(HTTPMessageError) {
                if direction == .up {
                    guard let message = try up.messages.next(&up.queue, isAnswer: false) else { return false }
                    request(message)
                } else {
                    let hasBody = !(asked.first?.isHead ?? false)
                    guard let message = try down.messages.next(&down.queue, isAnswer: true, hasBody: hasBody) else {
                        return false
                    }
                    answer(message)
                }
                return true
            } catch {
                close(direction, error.reason)
                return false
            }
        }
    }

    private mutating func close(_ direction: RMTPDirection, _ reason: String) {
        if stage == .unread { return }
        arrivals.append((direction, .unread(reason)))
        stage = .unread
        up = Side(limits, isMasked: true)
        down = Side(limits, isMasked: false)
        asked = []
    }

    // MARK: HTTP

    private mutating func request(_ message: HTTPMessage) {
        guard let (method, target) = message.request else { return close(.up, "requests that are not HTTP") }
        let isSocket = target.utf8.starts(with: "/websocket".utf8)
        if isSocket, method == "GET" { setVersion(target) }
        asked.append(
            Asked(
                target: message.isUpgrade ? .upgrade : WebReader.target(method, target), isHead: method == "HEAD",
                version: version))
        guard isSocket, method == "POST" else { return }
        inspection.options.framing = .xhr
        inspection.options.format = RMTPFormat(.up, version)
        let part = inspection.request(Array(target.utf8), message.body)
        arrivals.append((.up, .part(message.body, part)))
    }

    private static func target(_ method: String, _ target: String) -> Target {
        if method == "HEAD" || method == "OPTIONS" { return .known }
        switch target.prefix(while: { $0 != "?" }) {
        case "/navi.js", "/cometnavi.js": return .navigation
        case "/websocket", "/pullmsg.js": return .polling
        // The SDKs time their hosts, and look for a network, before they connect (RMTP-190, LIV-140).
        case "/ping", "/im_detecting": return .known
        default: return .foreign
        }
    }

    private mutating func answer(_ message: HTTPMessage) {
        guard let status = message.status, let first = asked.first else {
            return close(.down, "answers that are not HTTP")
        }
        if (100..<200).contains(status), status != 101 { return }
        asked.removeFirst()
        inspection.options.format = RMTPFormat(.up, first.version)
        if first.target == .upgrade {
            guard status == 101 else { return arrivals.append((.down, .unread("the server rejects the WebSocket"))) }
            stage = .messages
            inspection.options.framing = .websocket
            return arrivals.append((.down, .opened))
        }
        guard status == 200, first.target != .known else { return }
        if !message.values("content-encoding").isEmpty {
            return arrivals.append((.down, .unread("answers are compressed")))
        }
        inspection.options.framing = .xhr
        switch first.target {
        case .navigation: arrivals.append((.down, .part(message.body, inspection.navigation(message.body))))
        case .polling: arrivals.append((.down, .part(message.body, inspection.next(message.body, .down))))
        case .upgrade, .known: break
        case .foreign: arrivals.append((.down, .unread("requests that are not of the protocol")))
        }
    }

    /// Sets the packet version from the client's release, which is in the query of the request.
    private mutating func setVersion(_ target: String) {
        let query = target.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        let form = try? Form(decoding: Array(query).span)
        version = SDKRelease(form?["sdkVer"], protocolVersion: form?["protocolVer"]).version
    }

    // MARK: WebSocket

    private mutating func frame(_ direction: RMTPDirection) -> Bool {
        if (direction == .up ? up : down).isClosed { return false }
        guard let result = direction == .up ? up.frames.next(&up.queue) : down.frames.next(&down.queue) else {
            return false
        }
        switch result {
        case .success(.binary(let bytes)): arrivals.append((direction, .part(bytes, inspection.next(bytes, direction))))
        case .success(.text):
            arrivals.append((direction, .wrong("websocket.text", "a packet is a binary message (RMTP-050)")))
        case .success(.control): break
        case .failure(let fault):
            var side = Side(limits, isMasked: direction == .up)
            side.isClosed = true
            if direction == .up { up = side } else { down = side }
            arrivals.append((direction, .wrong("websocket.\(fault.rawValue)", "the rest is not read")))
            return false
        }
        return true
    }
}
