// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireNIO
import LiveService
import NIOHTTP1
import Platform

extension RMTPServerDriver: ServiceLink {}

extension LiveConnection: ServiceConnection {}

extension ServiceHost {
    init(_ clock: SessionClock, _ log: ServerLog) {
        self.init(now: { WallClock.now }, elapsed: { clock.now }, log: { log.record($0, $1) })
    }
}

extension ServerAPI {
    func answer(_ request: WebRequest) -> WebResponse {
        let headers = request.headers.map { (name: $0.name, value: $0.value) }
        let answer = answer(APICall(path: request.path, headers: headers, body: request.body))
        return WebResponse(status: HTTPResponseStatus(statusCode: answer.status), body: answer.body)
    }
}

/// The clock of the machine.
enum WallClock {
    /// The current time, in milliseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

#endif
