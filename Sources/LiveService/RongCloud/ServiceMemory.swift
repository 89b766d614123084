// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// The error of a stored message whose time is out of range.
package struct StoredTimeError: Error, CustomStringConvertible {
    package var description: String { "the time of a message is not between 1970 and the year 9999" }
}

/// The persistent memory of the RongCloud service, as lines: users' messages and recalls, and the lists of the
/// application's server.
///
/// Rooms, groups and settings are not persistent.
package enum ServiceMemory {
    /// Returns the line of a message, with the boxes that contain it.
    package static func line(_ message: StoredMessage, inboxes: [ExactText], outbox: ExactText?) -> String {
        let users = inboxes.map { RawJSON($0.text).text }.joined(separator: ",")
        let sender = outbox.map { ",\"outbox\":" + RawJSON($0.text).text } ?? ""
        let body = (try? message.body.encoded(isPartial: true)) ?? []
        return "{\"message\":\(RawJSON(Base64.encode(body)).text),\"target\":\(RawJSON(message.target).text),"
            + "\"inboxes\":[\(users)]\(sender)}"
    }

    /// Returns the line of a message that was removed from users' boxes.
    static func line(removed id: ExactText, from users: [ExactText]) -> String {
        let users = users.map { RawJSON($0.text).text }.joined(separator: ",")
        return "{\"removed\":\(RawJSON(id.text).text),\"users\":[\(users)]}"
    }
}

extension RongCloudService {
    /// Reads a line; returns false if it is not a line of this service.
    ///
    /// - Throws: An error if the message of the line has a time that no service assigns.
    package func read(_ line: RawJSON) throws(StoredTimeError) -> Bool {
        if readRule(line) { return true }
        if let text = line["message"]?.string, let bytes = Base64.decode(text),
            let body = try? RMTPBody.DownStreamMessage(protobuf: bytes), let target = line["target"]?.string
        {
            let message = StoredMessage(body, target: target)
            guard ServiceTime.range.contains(message.time) else { throw StoredTimeError() }
            time.pass(message.time)
            store(
                message, inboxes: (line["inboxes"]?.elements ?? []).compactMap(\.string).map { ExactText($0) },
                outbox: line["outbox"]?.string.map { ExactText($0) })
        } else if let id = line["removed"]?.string {
            for user in (line["users"]?.elements ?? []).compactMap(\.string) {
                users.change(ExactText(user)) { $0.remove(ExactText(id)) }
            }
        } else {
            return false
        }
        return true
    }

    /// Passes the complete memory to `body`, one line at a time.
    package func eachMemoryLine(_ body: (String) -> Void) {
        for line in ruleLines { body(line) }
        for (user, store) in users.entries {
            for message in store.inbox { body(ServiceMemory.line(message, inboxes: [user], outbox: nil)) }
            for message in store.outbox { body(ServiceMemory.line(message, inboxes: [], outbox: user)) }
        }
    }

    /// The approximate size of the complete memory as lines, in bytes.
    package var memorySize: Int {
        users.values.reduce(2 * rules.bytes) { sum, store in
            let count = store.counts.received + store.counts.sent
            let texts = store.messageBytes - count * StoredMessage.overhead
            // Base64 takes four bytes for three, and a line about a hundred bytes besides.
            return sum + max(0, texts) / 3 * 4 + 120 * count
        }
    }
}
