// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireNIO
import LiveService
import NIOHTTP1

extension RMTPServerDriver: ServiceLink {}

extension LiveConnection: ServiceConnection {}

extension ServiceHost {
    /// Creates a host with the clocks and the log of the server.
    init(_ clock: SessionClock, _ log: ServerLog) {
        self.init(now: { WallClock.now }, elapsed: { clock.now }, log: { log.record($0, $1) })
    }
}

extension ServiceSettings {
    /// The settings that concern the RongCloud service.
    init(_ settings: LiveSettings) {
        self.init(tokens: settings.tokens)
        groups = settings.groups
        blocked = settings.blocked
        devices = settings.devices
        storeBytes = settings.storeBytes
    }
}

extension ServerAPI {
    /// Answers a request over HTTP.
    func answer(_ request: WebRequest) -> WebResponse {
        let headers = request.headers.map { (name: $0.name, value: $0.value) }
        let answer = answer(APICall(path: request.path, headers: headers, body: request.body))
        return WebResponse(status: HTTPResponseStatus(statusCode: answer.status), body: answer.body)
    }
}

#endif
