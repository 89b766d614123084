// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What one write of a chat machine contains.
enum ChatContent: ExploredContent {
    /// A message or a batch.
    case messages([ChatMessage])
    case heartbeat

    var isReceipt: Bool {
        guard case .messages(let messages) = self, let first = messages.first else { return false }
        switch first.kind {
        case .normalReceipt, .repealReceipt, .invalidReceipt: return true
        default: return false
        }
    }

    /// Combines the content with a hash; a message follows from its kind, its ids and its number.
    func hash(into hasher: inout StateHasher) {
        switch self {
        case .heartbeat: hasher.combine(3)
        case .messages(let messages):
            hasher.combine(4 + messages.count)
            for message in messages {
                hasher.combine(text: message.messageType)
                hasher.combine(name: message.messageID)
                hasher.combine(text: message.clientMessageID)
                hasher.combine(time: message.sendTime, of: message.senderID)
                hasher.combine(message.code?.int ?? -1)
            }
        }
    }

    /// The messages as their recipient reads them.
    var messages: [ChatMessage] {
        switch self {
        case .messages(let messages): messages
        case .heartbeat: ChatContent.heartbeatMessages
        }
    }

    private static let heartbeatMessages = [ChatMessage(heartbeat: .standard)]
}
