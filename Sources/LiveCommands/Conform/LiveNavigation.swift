// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireRMTP
import IMWireValues
import NIOCore
import NIOHTTP1

/// What a runner that listens tells clients that ask where to connect (LIV-120).
struct LiveNavigation: Sendable {
    /// The user of the scenario.
    var user = "me"
    /// Whether chatrooms have keys.
    var hasRoomKeys = false

    /// Creates the navigation of a client that connects without a scenario.
    init() {}

    /// Creates the navigation for the client of a scenario.
    init(_ scenario: LiveScenario) {
        let accepted = scenario.events.lazy.compactMap { $0["packet"] }.filter { $0["packet"]?.string == "CONNACK" }
        user = accepted.compactMap { $0["userId"]?.string }.first ?? user
        hasRoomKeys = scenario.config["kvStorage"]?.boolean ?? false
    }

    /// Returns the answer to a request.
    func answer(_ request: WebRequest) -> WebResponse {
        switch (request.method, request.path) {
        case (.OPTIONS, _): return WebResponse(status: .noContent)
        case (.GET, "/ping"): return .text("pong")
        case (.GET, "/navi.js"):
            let server = request.host ?? "127.0.0.1"
            var answer = NavigationAnswer(server: server, userID: user)
            // 2.5.x never connects again after a short connection if this is empty.
            answer.backupServer = server
            for (name, value) in [("kvStorage", hasRoomKeys ? 1 : 0), ("joinMChrm", 1), ("openMp", 0), ("openUS", 0)] {
                answer.unknownMembers.append(name, RawJSON.integer(value))
            }
            let callback = request.query["callBack"] ?? NavigationAnswer.usualCallback
            answer.callback = callback
            guard callback.utf8.count <= 256, let bytes = try? answer.encoded() else {
                return .text("the callback's name is not valid\n", .badRequest)
            }
            return WebResponse(type: "application/javascript; charset=utf-8", body: bytes)
        // A client that polls has no WebSocket to judge.
        default: return .text("not found\n", .notFound)
        }
    }
}

/// A handler that answers the HTTP requests of a client under test, one after the other.
final class LiveNavigationHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let navigation: () -> LiveNavigation
    private var head: HTTPRequestHead?

    init(_ navigation: @escaping () -> LiveNavigation) {
        self.navigation = navigation
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch LiveNavigationHandler.unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            self.head = nil
            answer(head, context)
        }
    }

    private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        var response = navigation().answer(
            WebRequest(method: request.method, target: request.uri, headers: request.headers, body: []))
        // The client under test may run in a page of any origin, and nothing here is secret.
        response.headers.add(name: "access-control-allow-origin", value: "*")
        response.headers.add(name: "access-control-allow-headers", value: "*")
        context.write(response, keepsAlive: request.isKeepAlive)
        if !request.isKeepAlive { context.close(mode: .output, promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(mode: .all, promise: nil)
    }
}

#endif
