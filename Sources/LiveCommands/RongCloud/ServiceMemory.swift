// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireRMTP
import IMWireValues

/// What is kept of RongCloud's side, as lines: messages of users and what was taken back.
///
/// Rooms, groups and settings are not kept.
enum ServiceMemory {
    /// A message, and in whose boxes it is.
    static func line(_ message: StoredMessage, inboxes: [String], outbox: String?) -> String {
        let users = inboxes.map { RawJSON($0).text }.joined(separator: ",")
        let sender = outbox.map { ",\"outbox\":" + RawJSON($0).text } ?? ""
        let body = (try? message.body.encoded(isPartial: true)) ?? []
        return "{\"message\":\(RawJSON(Base64.encode(body)).text),\"target\":\(RawJSON(message.target).text),"
            + "\"inboxes\":[\(users)]\(sender)}"
    }

    /// A message that these users have no longer.
    static func line(removed id: String, from users: [String]) -> String {
        let users = users.map { RawJSON($0).text }.joined(separator: ",")
        return "{\"removed\":\(RawJSON(id).text),\"users\":[\(users)]}"
    }
}

extension RongCloudService {
    /// Takes over a line; what is none of these is passed over.
    func read(_ line: RawJSON) {
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

    /// Everything as lines.
    var memoryLines: [String] {
        users.entries.flatMap { user, store in
            store.inbox.map { ServiceMemory.line($0, inboxes: [user], outbox: nil) }
                + store.outbox.map { ServiceMemory.line($0, inboxes: [], outbox: user) }
        }
    }
}

#endif
