// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Messages in scripts, which are the JSON objects of the wire with the wire's member names.
extension SessionMessage {
    /// Creates a message from JSON in lenient mode, as it would be read from a socket.
    package init(_ json: RawJSON, heartbeat: HeartbeatBody) throws(SessionScript.Skip) {
        do {
            let read = try ChatReader(heartbeat: heartbeat).message(json.text.utf8.span)
            self.init(read.content, heartbeat: heartbeat)
        } catch {
            throw SessionScript.Skip(reason: "a message cannot be read: \(error)")
        }
    }

    /// The message as it is written (CHT-010).
    package var json: RawJSON {
        guard let message = try? ChatMessage(self) else { return .null }
        return RawJSON(scanned: String(decoding: message.encoded(), as: UTF8.self))
    }
}

extension Timed {
    /// Returns a builder that holds the first members of an action.
    package func writer(_ name: String) -> JSONBuilder {
        var writer = JSONBuilder()
        writer.add("at", time)
        writer.add("action", name)
        return writer
    }
}
