// SPDX-License-Identifier: Apache-2.0

import IMWire

extension RMTPTopic {
    /// The protobuf message that a body of the request is (RMTP-232); nil where the registry has none for the topic.
    ///
    /// Generations of the SDK write different messages on some topics, so the body itself decides: it is the first of
    /// ``request`` and ``alternatives`` whose fields account for all of it.
    public func requestType(of body: Span<UInt8>) -> (any ProtobufMessage.Type)? {
        guard let usual = request.flatMap(RMTPBody.type(named:)) else { return nil }
        if alternatives.isEmpty || RMTPTopic.accounts(usual, for: body) { return usual }
        return alternatives.lazy.compactMap(RMTPBody.type(named:)).first { RMTPTopic.accounts($0, for: body) } ?? usual
    }

    /// Whether a body can be read as a message that leaves no field unknown and lacks no required one.
    private static func accounts<Message: ProtobufMessage>(_ type: Message.Type, for body: Span<UInt8>) -> Bool {
        guard let message = try? type.decode(body).body else { return false }
        return message.unknownFields.isEmpty && message.hasRequiredFields
    }
}
