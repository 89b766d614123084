// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireNIO
import IMWireRMTP
import IMWireValues
import NIOCore
import NIOHTTP1

/// The answers of a runner that listens to clients that ask where to connect (LIV-120).
struct LiveNavigation: Sendable {
    var user = "me"
    var hasRoomKeys = false

    /// Creates the navigation of a client that connects without a scenario.
    init() {}

    /// Creates the navigation for the client of a scenario.
    init(_ scenario: any LiveScenario) {
        let accepted = scenario.events.lazy.compactMap { $0["packet"] }.filter { $0["packet"]?.string == "CONNACK" }
        user = accepted.compactMap { $0["userId"]?.string }.first ?? user
        hasRoomKeys = scenario.config["kvStorage"]?.boolean ?? false
    }

    /// Returns the answer to a request.
    ///
    /// The client under test may run in a page of any origin, and nothing here is secret.
    func answer(_ request: WebRequest) -> WebResponse {
        var answer = content(request)
        answer.headers = ["access-control-allow-origin": "*", "access-control-allow-headers": "*"]
        return answer
    }

    private func content(_ request: WebRequest) -> WebResponse {
        switch (request.method, request.path) {
        case (.OPTIONS, _): return WebResponse(status: .noContent)
        case (.GET, "/ping"): return .text("pong")
        case (.GET, "/navi.js"):
            let server = request.host ?? "127.0.0.1"
            var answer = NavigationAnswer(server: server, userID: user)
            // 2.5.x never connects again after a short connection if this is empty.
            answer.backupServer = server
            answer.setNumbers(kvStorage: hasRoomKeys ? 1 : 0, openMp: 0, openUS: 0)
            return .navigation(answer, callback: request.query["callBack"])
        // A client that polls has no WebSocket to check.
        default: return .text("not found\n", .notFound)
        }
    }
}

#endif
