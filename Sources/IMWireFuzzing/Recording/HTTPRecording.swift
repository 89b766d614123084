// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireServerAPI
import IMWireValues

/// The HTTP traffic of one connection in a wire log.
///
/// Navigation and polling become cases. Everything else is counted by its path, since no case can hold it: requests of
/// the server API carry signatures and tokens.
struct HTTPRecording {
    /// What becomes cases, in the order of the log.
    private(set) var recordings: [RecordedCases.Recording] = []
    /// The numbers of requests that become no case, by their path; unknown paths are counted together.
    private(set) var omitted: [String: Int] = [:]

    /// Creates the recordings of a connection, on which each answer follows its request.
    init(_ events: [WireEvent]) throws(RecordingFault) {
        var requests: [[UInt8]] = []
        for event in events where event.transport == .http {
            guard let bytes = event.bytes else { continue }
            if event.direction == .up {
                requests.append(bytes)
            } else if requests.isEmpty {
                throw RecordingFault("an answer without a request", at: 0)
            } else {
                try add(requests.removeFirst(), answer: bytes)
            }
        }
        // A request without an answer, such as an interrupted poll, may still be one of polling.
        for request in requests { try add(request, answer: []) }
    }

    /// Adds a request, whose first line has the method and the target, and its answer.
    private mutating func add(_ request: [UInt8], answer: [UInt8]) throws(RecordingFault) {
        let line = request.prefix { $0 != 0x0a && $0 != 0x0d }
        let words = line.split(separator: UInt8(ascii: " ")).map(Array.init)
        guard words.count == 2, request.dropFirst(line.count).starts(with: [0x0a, 0x0a]) else {
            // The log of a proxy has the bytes of HTTP, whose parts are not aligned with its events.
            omitted["HTTP as bytes", default: 0] += 1
            return
        }
        let body = Array(request.dropFirst(line.count + 2))
        let path = String(decoding: words[1].prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
        switch (String(decoding: words[0], as: UTF8.self), path) {
        case ("GET", "/navi.js"), ("GET", "/cometnavi.js"): navigation(answer)
        case ("GET", "/websocket"), ("GET", "/pullmsg.js"): reply(answer)
        case ("POST", "/websocket"):
            recordings.append(.request(target: words[1], body: body))
            reply(answer)
        default: omitted[HTTPRecording.known.contains(path) ? path : "another path", default: 0] += 1
        }
    }

    private mutating func navigation(_ answer: [UInt8]) {
        if answer.isEmpty { return }
        if (try? NavigationAnswer.read(answer.span)) == nil {
            omitted["navigation that is refused", default: 0] += 1
        } else {
            recordings.append(.navigation(answer))
        }
    }

    /// Adds a reply of polling, unless it is empty or not JSON, as the text that ends a session is.
    private mutating func reply(_ answer: [UInt8]) {
        if answer.isEmpty { return }
        if (try? RawJSON(parsing: answer.span)) == nil {
            omitted["polling that is refused", default: 0] += 1
        } else {
            recordings.append(.reply(answer))
        }
    }

    /// The paths that may be named, because they reveal nothing about an application.
    private static let known = Set(
        PublishEndpoint.allCases.map(\.rawValue) + ChatroomEndpoint.allCases.map(\.rawValue)
            + ["/ping", "/", "/state.json", "/user/getToken.json", "/message/recall.json", "/user/checkOnline.json"])
}
