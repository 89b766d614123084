// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireValues

/// A namespace for the bodies of packets that a user of a scenario sends.
enum LiveSending {
    /// Returns the body of a message.
    static func message(_ objectName: RawJSON, _ content: String) -> RawJSON {
        let value = RawJSON.object([
            ("sessionId", .integer(3)), ("classname", objectName),
            ("content", RawJSON(Base64.encode(Array(content.utf8)))),
        ])
        return .object([("message", "UpStreamMessage"), ("value", value)])
    }
}

#endif
