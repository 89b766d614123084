// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Messages in scripts: the JSON object of the wire under its own member names.
extension SessionMessage {
    /// Reads a message leniently, as it would be read from a socket.
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
    /// The beginning of an action in an answer.
    package func writer(_ name: String) -> JSONBuilder {
        var writer = JSONBuilder()
        writer.add("at", time)
        writer.add("action", name)
        return writer
    }
}
