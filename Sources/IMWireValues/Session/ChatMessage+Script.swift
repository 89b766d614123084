// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Messages in scripts, which are the JSON objects of the wire with the wire's member names.
extension ChatMessage {
    /// Reads a message in lenient mode, as it would be read from a socket.
    package init(script json: RawJSON, heartbeat: ChatHeartbeatBody) throws(SessionScript.Skip) {
        do {
            self = try ChatMessageDecoder(heartbeat: heartbeat).decode(json.text.utf8.span).value
        } catch {
            throw SessionScript.Skip(reason: "a message cannot be read: \(error)")
        }
    }

    /// Reads a message that the application sends as `kind`, unless it names another kind that can be sent.
    ///
    /// The kind determines how the content is read (CHT-020).
    package init(script json: RawJSON, sentAs kind: ChatMessageKind, heartbeat: ChatHeartbeatBody) throws(SessionScript
        .Skip)
    {
        let message = try ChatMessage(script: json, heartbeat: heartbeat)
        guard kind == .repeal || !message.hasType, !message.isHeartbeat(heartbeat), let members = json.members else {
            self = message
            return
        }
        let others = members.filter { $0.name != "messageType" }
        try self.init(
            script: .object([("messageType", RawJSON(kind.rawValue))] + others), heartbeat: heartbeat)
    }

    /// The message as it is written (CHT-010).
    package var json: RawJSON { EncodedChatMessage(self).json }
}

extension TimedAction {
    /// Returns an action in a script, with the members that have a value.
    package func json(_ name: String, _ members: KeyValuePairs<String, (any JSONConvertible)?> = [:]) -> RawJSON {
        var action = JSONBuilder(["at": time, "action": name])
        for (name, value) in members { action.add(name, value) }
        return action.json
    }
}
