// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The conversation of an inspected message.
package enum InspectedConversation: Hashable, Sendable {
    /// A conversation of two users; the second is nil if it is the user of the connection.
    case users(String, String?)
    /// A conversation with an id of its own, such as a group, and its kind in words.
    case named(kind: String, id: String)

    /// Returns a name that is the same on the connections of all members, such as `u1 and u2` or `group g1`.
    ///
    /// - Parameter owner: the user of the connection, or nil if it is not known.
    package func name(owner: String?) -> String {
        switch self {
        case .users(let one, let other): [one, other ?? owner].compactMap(\.self).sorted().joined(separator: " and ")
        case .named(let kind, let id): "\(kind) \(id)"
        }
    }

    /// Creates the conversation of a chat message, or returns nil if the message belongs to none.
    init?(_ message: ChatMessage) {
        if let group = message.groupID {
            self = .named(kind: "group", id: "\(group)")
        } else if let sender = message.senderID, let recipient = message.recipientID {
            self = .users("\(recipient)", "\(sender)")
        } else {
            return nil
        }
    }

    /// Creates the conversation of an envelope, or returns nil if the envelope names none.
    init?(_ envelope: Envelope) {
        guard let type = envelope.conversation, let target = envelope.targetID?.displayed else { return nil }
        switch type {
        case .private: self = .users(target, nil)
        case .discussion: self = .named(kind: "discussion", id: target)
        case .group: self = .named(kind: "group", id: target)
        case .chatroom: self = .named(kind: "chatroom", id: target)
        case .customerService: self = .named(kind: "customer service", id: target)
        case .system: self = .named(kind: "system account", id: target)
        case .ultraGroup: self = .named(kind: "ultra group", id: target)
        default: self = .named(kind: "conversation type \(type.rawValue),", id: target)
        }
    }

    /// Returns the conversations of the messages in a packet, each once.
    ///
    /// - Parameter body: the type of the packet's body, or nil if it is not known.
    static func all(
        in packet: RMTPPacket, _ body: (any ProtobufMessage.Type)?, _ direction: RMTPDirection
    ) -> [InspectedConversation] {
        var envelopes: [Envelope] = []
        switch packet {
        case .publish(let publish):
            if let decoded = try? Envelope.decode(publish, direction) { envelopes = [decoded.value] }
        case .queryAck(let answer) where body == RMTPBody.DownStreamMessages.self:
            if let data = answer.data, let decoded = try? PullAnswer.decode(data.span) {
                envelopes = decoded.value.messages
            }
        default: break
        }
        var found: [InspectedConversation] = []
        for one in envelopes.compactMap(InspectedConversation.init) where !found.contains(one) { found.append(one) }
        return found
    }
}
