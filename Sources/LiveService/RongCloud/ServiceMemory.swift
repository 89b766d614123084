// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// The persistent memory of the RongCloud service, as lines: users' messages and recalls.
///
/// Rooms, groups and settings are not persistent.
enum ServiceMemory {
    /// Returns the line of a message, with the boxes that contain it.
    static func line(_ message: StoredMessage, inboxes: [String], outbox: String?) -> String {
        let users = inboxes.map { RawJSON($0).text }.joined(separator: ",")
        let sender = outbox.map { ",\"outbox\":" + RawJSON($0).text } ?? ""
        let body = (try? message.body.encoded(isPartial: true)) ?? []
        return "{\"message\":\(RawJSON(Base64.encode(body)).text),\"target\":\(RawJSON(message.target).text),"
            + "\"inboxes\":[\(users)]\(sender)}"
    }

    /// Returns the line of a message that was removed from users' boxes.
    static func line(removed id: String, from users: [String]) -> String {
        let users = users.map { RawJSON($0).text }.joined(separator: ",")
        return "{\"removed\":\(RawJSON(id).text),\"users\":[\(users)]}"
    }
}

extension RongCloudService {
    /// Reads a line; lines of other kinds are ignored.
    package func read(_ line: RawJSON) {
        if let text = line["message"]?.string, let bytes = Base64.decode(text),
            let body = try? RMTPBody.DownStreamMessage(protobuf: bytes), let target = line["target"]?.string
        {
            let message = StoredMessage(body, target: target)
            time.pass(message.time)
            store(
                message, inboxes: (line["inboxes"]?.elements ?? []).compactMap(\.string), outbox: line["outbox"]?.string
            )
        } else if let id = line["removed"]?.string {
            for user in (line["users"]?.elements ?? []).compactMap(\.string) { users.change(user) { $0.remove(id) } }
        }
    }

    /// The complete memory as lines.
    package var memoryLines: [String] {
        users.entries.flatMap { user, store in
            store.inbox.map { ServiceMemory.line($0, inboxes: [user], outbox: nil) }
                + store.outbox.map { ServiceMemory.line($0, inboxes: [], outbox: user) }
        }
    }
}
