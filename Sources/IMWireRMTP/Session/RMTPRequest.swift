// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A PUBLISH or a QUERY whose id is assigned by the session.
///
/// ```swift
/// let envelope = Envelope(.known(TextMessage(content: "hi")), to: "u2", in: .private)
/// let request = try RMTPRequest(envelope)
/// var session = RMTPClientMachine()
/// let steps = session.handle(.publish(key: 1, request), at: 0)
/// ```
public struct RMTPRequest: Hashable, Sendable {
    /// The topic.
    public var topic: FrameText
    /// The id of the recipient.
    public var targetID: FrameText
    /// The body.
    public var data: [UInt8]
    /// Whether a PUBLISH asks for a PUBACK.
    public var qos: RMTPQoS

    /// Creates a request.
    public init(topic: FrameText, targetID: FrameText, data: [UInt8], qos: RMTPQoS = .atLeastOnce) {
        self.topic = topic
        self.targetID = targetID
        self.data = data
        self.qos = qos
    }

    /// Creates the request that sends a message.
    ///
    /// - Throws: as ``Envelope/publish(messageID:_:registry:)``.
    public init(
        _ envelope: Envelope, _ variant: RMTPMessageTopic.Variant = .usual, registry: ContentRegistry = .builtIn
    ) throws(EncodeError) {
        let packet = try envelope.publish(messageID: 0, variant, registry: registry)
        self.init(topic: packet.topic ?? "", targetID: packet.targetID ?? "", data: packet.data ?? [])
    }

    func publish(_ id: UInt16) -> RMTPPacket {
        .publish(
            PublishPacket(topic: topic, targetID: targetID, messageID: id, data: data, flags: RMTPFlags(qos: qos)))
    }

    func query(_ id: UInt16) -> RMTPPacket {
        .query(QueryPacket(topic: topic, targetID: targetID, messageID: id, data: data))
    }
}
