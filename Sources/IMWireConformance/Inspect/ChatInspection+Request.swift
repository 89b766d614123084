// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

extension ChatInspection.Options {
    /// Creates options from the members of a request to a testee, such as that of a case, or nil if they are invalid.
    package init?(request members: [(name: String, value: RawJSON)], mode: DecodingMode) {
        let request = JSONObject(.object(members))
        guard let limits = try? StreamLimits(request["limits"]),
            let delimiter = ChatLineDelimiter(rawValue: request["delimiter"]?.string ?? "lf"),
            let encoding = ChatLineEncoding(rawValue: request["encoding"]?.string ?? "base64"),
            let heartbeat = ChatHeartbeatBody(request["beat"]?.string ?? "beatID")
        else { return nil }
        self.init(request["framing"]?.string == "line" ? .line(delimiter, encoding) : .packet)
        self.mode = mode
        self.limits = limits.framing
        contentLimits = limits.contents
        self.heartbeat = heartbeat
        // A request without `end` leaves open what follows.
        isCut = !(request["end"]?.boolean ?? false)
    }
}
