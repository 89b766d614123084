// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireServerAPI
import IMWireValues

/// The HTTP traffic of one connection in a wire log.
///
/// Navigation, polling and the server API become cases; the header fields, with their signatures, do not. Everything
/// else is counted by its path.
struct HTTPRecording {
    /// What becomes cases, in the order of the log.
    private(set) var recordings: [RecordedCases.Recording] = []
    /// The numbers of requests and answers that become no case, by their path or the reason; unknown paths are counted
    /// together.
    private(set) var omitted: [String: Int] = [:]

    init(_ events: [WireEvent]) throws(RecordingFault) {
        let exchanges = try HTTPExchanges(events)
        omitted = exchanges.unread
        for exchange in exchanges.all { add(exchange) }
    }

    private mutating func add(_ exchange: HTTPExchanges.Exchange) {
        let path = String(decoding: exchange.target.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
        // API-088: several slashes at the beginning count as one.
        let service = ServiceEndpoint(rawValue: "/" + path.drop { $0 == "/" })
        switch (exchange.method, path) {
        case ("GET", "/navi.js"), ("GET", "/cometnavi.js"): navigation(exchange.answer)
        case ("GET", "/websocket"), ("GET", "/pullmsg.js"): reply(exchange.answer)
        case ("POST", "/websocket"):
            recordings.append(.request(target: exchange.target, body: exchange.body))
            reply(exchange.answer)
        case ("POST", _): if let service { api(service, exchange) } else { omit("another path") }
        case ("OPTIONS", _): omit("OPTIONS")
        default: omit(HTTPRecording.known.contains(path) || service != nil ? path : "another path")
        }
    }

    private mutating func omit(_ reason: String) { omitted[reason, default: 0] += 1 }

    private mutating func navigation(_ answer: [UInt8]) {
        if answer.isEmpty { return }
        if (try? NavigationAnswer.read(answer.span)) == nil {
            omit("navigation that is refused")
        } else {
            recordings.append(.navigation(answer))
        }
    }

    /// Adds a reply of polling, unless it is empty or not JSON, as the text that ends a session is.
    private mutating func reply(_ answer: [UInt8]) {
        if answer.isEmpty { return }
        if (try? RawJSON(parsing: answer.span)) == nil {
            omit("polling that is refused")
        } else {
            recordings.append(.reply(answer))
        }
    }

    private mutating func api(_ service: ServiceEndpoint, _ exchange: HTTPExchanges.Exchange) {
        if (try? ServiceRequest(service, decoding: exchange.body.span)) == nil {
            omit("\(service.rawValue) that is refused")
        } else {
            recordings.append(.form(service, exchange.body))
        }
        if exchange.answer.isEmpty { return }
        if (try? ServiceReply(service, decoding: exchange.answer.span)) == nil {
            omit("\(service.rawValue) with an answer that is refused")
        } else {
            recordings.append(.answer(service, exchange.answer))
        }
    }

    /// The paths that may be named, because they reveal nothing about an application.
    private static let known: Set<String> = [
        "/ping", "/im_detecting", "/", "/state.json", "/websocket", "/navi.js", "/cometnavi.js", "/pullmsg.js",
    ]
}
