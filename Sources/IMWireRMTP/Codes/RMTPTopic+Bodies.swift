// SPDX-License-Identifier: Apache-2.0

import IMWire

extension RMTPTopic {
    /// Returns the protobuf message type of a request body, or nil if the registry has none for the topic (RMTP-232).
    ///
    /// SDK generations write different messages on some topics, so the body decides: the result is the first of
    /// ``request`` and ``alternatives`` that decodes `body` without unknown or missing required fields, or ``request``
    /// if none does.
    public func requestType(of body: Span<UInt8>) -> (any ProtobufMessage.Type)? {
        guard let usual = request.flatMap(RMTPBody.type(named:)) else { return nil }
        if alternatives.isEmpty || RMTPTopic.accounts(usual, for: body) { return usual }
        return alternatives.lazy.compactMap(RMTPBody.type(named:)).first { RMTPTopic.accounts($0, for: body) } ?? usual
    }

    /// Returns whether `body` decodes as `type` without unknown fields and with all required fields.
    private static func accounts<Message: ProtobufMessage>(_ type: Message.Type, for body: Span<UInt8>) -> Bool {
        guard let message = try? type.decode(body).value else { return false }
        return message.unknownFields.isEmpty && message.hasRequiredFields
    }
}
