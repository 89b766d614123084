// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What goes out under an id that the session chooses: a PUBLISH or a QUERY without its id.
public struct RMTPRequest: Hashable, Sendable {
    /// What it is about.
    public var topic: FrameText
    /// Who it is for.
    public var targetId: FrameText
    /// The body.
    public var data: [UInt8]
    /// Whether a PUBLISH wants its PUBACK.
    public var qos: RMTPQoS

    /// Puts a request together.
    public init(topic: FrameText, targetId: FrameText, data: [UInt8], qos: RMTPQoS = .atLeastOnce) {
        self.topic = topic
        self.targetId = targetId
        self.data = data
        self.qos = qos
    }

    /// Puts the request of a message together.
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
