// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireRMTP
import LiveService
import NIOCore
import NIOHTTP1

/// A router that passes each request to its service.
final class WebRouter {
    private let state: LiveState
    private let navigation: NavigationEndpoint
    private let polling: PollingService
    private let api: ServerAPI

    init(_ state: LiveState) {
        self.state = state
        navigation = NavigationEndpoint(state.settings, state.access) { state.rongCloud.user(of: $0) }
        polling = PollingService(state)
        api = ServerAPI(state.rongCloud)
    }

    func handle(_ exchange: WebExchange, _ connection: LiveConnection) {
        let request = exchange.request
        exchange.headers = state.access.headers(for: request)
        if let refusal = state.access.refusal(of: request) {
            state.log.record(
                "a request to \(request.path) is refused: \(refusal.status.reasonPhrase)", connection.number)
            return exchange.answer(refusal)
        }
        if request.method == .OPTIONS { return exchange.answer(WebResponse(status: .noContent)) }
        if let allowed = WebRouter.methods(of: request.path), !allowed.contains(request.method) {
            return exchange.answer(.notAllowed(allowed))
        }
        // The channel omits the body of the answer to a HEAD, and keeps its length (RFC 9110, 9.3.2).
        switch (request.method == .HEAD ? .GET : request.method, request.path) {
        case (.GET, "/navi.js"), (.GET, "/cometnavi.js"): exchange.answer(navigation.answer(request))
        case (.GET, "/ping"), (.GET, "/im_detecting"): exchange.answer(.text("pong"))
        case (.GET, "/"):
            exchange.answer(WebResponse(type: "text/html; charset=utf-8", body: Array(StatePage.html.utf8)))
        case (.GET, "/state.json"):
            exchange.answer(.json(StateReport(state).json(since: request.query["since"].flatMap { Int($0) } ?? 0)))
        case (.GET, "/websocket"): polling.connect(exchange, connection)
        case (.POST, "/websocket"): polling.post(exchange)
        case (.GET, "/pullmsg.js"): polling.pull(exchange)
        case (.POST, _): exchange.answer(api.answer(request))
        default: exchange.answer(.text("not found\n", .notFound))
        }
    }

    /// The methods of the paths that are no services of the server API.
    ///
    /// A HEAD must not change anything, so a poll, which removes messages from a queue, has none.
    private static let known: [String: [HTTPMethod]] = [
        "/navi.js": [.GET, .HEAD], "/cometnavi.js": [.GET, .HEAD], "/ping": [.GET, .HEAD],
        "/im_detecting": [.GET, .HEAD], "/": [.GET, .HEAD], "/state.json": [.GET, .HEAD],
        "/websocket": [.GET, .POST], "/pullmsg.js": [.GET],
    ]

    /// Returns the methods of a path, or nil if the path is unknown.
    private static func methods(of path: String) -> [HTTPMethod]? {
        known[path] ?? ServerAPI.endpoint(at: path).map { _ in [.POST] }
    }
}

#endif
