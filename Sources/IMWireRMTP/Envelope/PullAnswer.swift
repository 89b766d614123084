// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The answer to a pull: messages in order, and the time from which to continue (RMTP-182).
///
/// ```swift
/// let answer = PullAnswer([], syncTime: 1_700_000_000_000, finished: true)
/// let body = try answer.body()
/// ```
public struct PullAnswer: Sendable {
    /// The messages, including those whose content cannot be decoded (RMTP-183).
    public var messages: [Envelope]
    /// All other fields of the answer.
    ///
    /// Its `list` is ignored.
    public var rest: RMTPBody.DownStreamMessages

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - messages: the messages, oldest first.
    ///   - syncTime: the time up to which the answer extends, in milliseconds since 1970.
    ///   - finished: whether this is the last page, or nil for a chatroom, where an answer without it is the last page.
    public init(_ messages: [Envelope], syncTime: Int64, finished: Bool? = nil) {
        self.messages = messages
        rest = RMTPBody.DownStreamMessages(syncTime: syncTime, finished: finished)
    }

    /// Creates an answer from a decoded body.
    public init(_ body: RMTPBody.DownStreamMessages, _ options: Envelope.Options = Envelope.Options()) {
        messages = body.list.map { Envelope($0, options) }
        rest = body
        rest.list = []
    }

    /// Decodes the body of a QUERYACK, and its contents in place.
    ///
    /// The deviations are those of the body, with offsets into it; those of a content are in its envelope.
    ///
    /// - Throws: `proto.*` or `limit.*` for the body. A content that cannot be decoded is not an error (RMTP-183).
    public static func decode(
        _ bytes: Span<UInt8>, _ options: Envelope.Options = Envelope.Options()
    ) throws(DecodeError) -> Decoded<PullAnswer> {
        if let answer = PullAnswer(sound: bytes, options) { return Decoded(answer) }
        let decoded = try RMTPBody.DownStreamMessages.decode(bytes, mode: options.mode, limits: options.bodyLimits)
        return Decoded(PullAnswer(decoded.value, options), deviations: decoded.deviations)
    }

    /// Reads an answer in one pass, or returns nil on any error or irregularity, which the general decoder then
    /// reports.
    private init?(sound bytes: Span<UInt8>, _ options: Envelope.Options) {
        messages = []
        rest = RMTPBody.DownStreamMessages()
        var reader = ProtobufDecoder(
            bytes, limits: options.bodyLimits, leaving: RMTPBody.DownStreamMessage.Tag.content, below: 1)
        var element: [RMTPBody.DownStreamMessage] = []
        do throws(DecodeError) {
            try options.bodyLimits.check(bytes)
            fields: while true {
                switch try reader.nextTag() {
                case 0: break fields
                case RMTPBody.DownStreamMessages.Tag.list:
                    reader.left.place = nil
                    try reader.messages(&element)
                    guard var body = element.popLast(), body.hasRequiredFields else { return nil }
                    let content = Envelope.decodeContent(body.classname, &body.content, reader, options)
                    messages.append(Envelope.made(consume body, consume content, options))
                case RMTPBody.DownStreamMessages.Tag.syncTime: rest.syncTime = try reader.int64()
                case RMTPBody.DownStreamMessages.Tag.finished: rest.finished = try reader.bool()
                default: return nil
                }
            }
        } catch {
            return nil
        }
        if !rest.hasRequiredFields { return nil }
    }

    /// The answer without its messages.
    var restAlone: RMTPBody.DownStreamMessages {
        var rest = rest
        rest.list = []
        return rest
    }

    /// Returns the body as the service sends it.
    ///
    /// - Parameter ownID: the sender of the messages that name none because they are that user's own.
    /// - Throws: `encode.member` if a message lacks what ``Envelope/downBody(senderID:)`` requires.
    public func body(ownID: String? = nil) throws(EncodeError) -> RMTPBody.DownStreamMessages {
        var body = restAlone
        for message in messages { body.list.append(try message.downBody(senderID: ownID)) }
        return body
    }
}
