// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A PUBLISH or a QUERY whose id is assigned by the session.
public struct RMTPRequest: Hashable, Sendable {
    /// The topic.
    public var topic: FrameText
    /// The id of the recipient.
    public var targetId: FrameText
    /// The body.
    public var data: [UInt8]
    /// Whether a PUBLISH asks for a PUBACK.
    public var qos: RMTPQoS

    /// Creates a request.
    public init(topic: FrameText, targetId: FrameText, data: [UInt8], qos: RMTPQoS = .atLeastOnce) {
        self.topic = topic
        self.targetId = targetId
        self.data = data
        self.qos = qos
    }

    /// Creates the request that sends a message.
    ///
    /// - Throws: as ``Envelope/publish(messageId:_:registry:)``.
    public init(
        _ envelope: Envelope, _ variant: MessageTopic.Variant = .usual, registry: ContentRegistry = .builtIn
    ) throws(EncodeError) {
        let packet = try envelope.publish(messageId: 0, variant, registry: registry)
        self.init(topic: packet.topic ?? "", targetId: packet.targetId ?? "", data: packet.data ?? [])
    }

    func publish(_ id: UInt16) -> RMTPPacket {
        .publish(
            PublishPacket(topic: topic, targetId: targetId, messageId: id, data: data, flags: RMTPFlags(qos: qos)))
    }

    func query(_ id: UInt16) -> RMTPPacket {
        .query(QueryPacket(topic: topic, targetId: targetId, messageId: id, data: data))
    }
}
