// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireValues

/// The kinds of a peer's answers and closes in one scenario, without their values (LIV-061).
struct LiveTrace: Hashable, Sendable {
    /// Each kind, preceded by the kind before it.
    private(set) var pairs: Set<String> = []
    private var last = ""
    /// The maximum number of pairs kept, because a peer may send any number of kinds.
    private static let limit = 1_000

    mutating func add(_ action: RawJSON, on connection: Int) {
        let messages = action["messages"]?.elements ?? [action["message"]].compactMap(\.self)
        let kinds = messages.prefix(8).map { LiveTrace.kind($0, ["messageType", "code", "chatType"]) }
        let packet = action["packet"].map { LiveTrace.kind($0, ["packet", "status", "topic", "qos"]) }
        let name =
            ["\(connection)", action["action"]?.string, packet, action["body"]?["message"]?.string]
            .compactMap(\.self).joined(separator: "/") + kinds.map { "/" + $0 }.joined()
        if pairs.count < LiveTrace.limit { pairs.insert(last + " " + name) }
        last = name
    }

    /// Adds the verdict as the last kind.
    mutating func end(_ verdict: String) {
        if pairs.count < LiveTrace.limit { pairs.insert(last + " " + verdict) }
    }

    private static func kind(_ json: RawJSON, _ members: [String]) -> String {
        members.map { name in
            // A text from the peer may have any length.
            String((json[name].map { $0.string ?? $0.text } ?? "").prefix(40))
        }.joined(separator: ",")
    }
}

#endif
