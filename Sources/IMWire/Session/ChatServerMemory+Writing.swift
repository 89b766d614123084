// SPDX-License-Identifier: Apache-2.0

/// The serialized form: plain JSON from which another process or implementation can continue (SES-110).
extension ChatServerMemory {
    /// The version of the form that is written and read (SES-111).
    public static let version = 1

    /// The approximate size of the memory as JSON, in bytes, which takes less time to compute than the JSON.
    package var approximateSize: Int {
        let entry = 96
        let message = entry + MemoryLayout<EncodedChatMessage>.stride
        var size = 64
        for user in users.values {
            let texts = user.bytes - user.store.count * message - user.answers.count * entry
            size += max(0, texts) + user.store.count * 200 + user.answers.count * 60 + 40
        }
        return size + max(0, sent.bytes - sent.count * entry) + sent.count * 60
    }

    /// Returns the memory as JSON, which is the same for equal memories.
    public func encoded() -> [UInt8] {
        var writer = ContentEncoder()
        writer.open()
        writer.member("version", ChatServerMemory.version)
        writer.member("lastNumber", lastNumber)
        // Users have no inherent order, and one for whom nothing is kept is left out.
        let names = users.keys.filter { name in
            users[name].map { $0.store.count > 0 || $0.answers.count > 0 } ?? false
        }.sorted()
        writer.list("users", names) { writer, name in
            guard let user = users[name] else { return }
            writer.open()
            writer.member("user", name.text)
            writer.list("stored", user.store.messages) { writer, message in writer.append(message.utf8) }
            writer.list("answers", user.answers.entries) { writer, entry in
                writer.open()
                writer.member("key", entry.key.text)
                writer.member("kind", entry.value.kind.rawValue)
                writer.member("messageID", entry.value.messageID)
                writer.close()
            }
            writer.close()
        }
        writer.list("sent", sent.entries) { writer, entry in
            writer.open()
            writer.member("messageID", entry.key.text)
            writer.member("fromUserID", entry.value.sender?.text)
            writer.member("toUserIDs", entry.value.recipients.map(\.text))
            if entry.value.isRecalled { writer.member("recalled", true) }
            writer.close()
        }
        writer.close()
        return writer.bytes
    }
}
