// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

extension RMTPInspection.Options {
    /// Creates options from the members of a request to a testee, such as that of a case, or nil if they are invalid.
    package init?(request members: [(name: String, value: RawJSON)], mode: DecodingMode) {
        let json = JSONObject(.object(members))
        guard let request = try? RMTPOperations.Request(json) else { return nil }
        self.init(request.framing, request.format)
        self.mode = mode
        limits = request.limits
        key = request.framing == .tcp ? request.key : nil
        // A request without `end` leaves open what follows.
        isCut = !(json["end"]?.boolean ?? false)
    }
}
