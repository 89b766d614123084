// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The answer to a pull: messages in their order, and where to go on (RMTP-182).
public struct PullAnswer: Sendable {
    /// The messages; one whose content cannot be read is among them all the same (RMTP-183).
    public var messages: [Envelope]
    /// Everything else; its `list` counts for nothing.
    public var rest: RMTPBody.DownStreamMessages

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - syncTime: until where it reaches, in milliseconds from 1970.
    ///   - finished: whether that was all; nil for chatrooms, where it is.
    public init(_ messages: [Envelope], syncTime: Int64, finished: Bool? = nil) {
        self.messages = messages
        rest = RMTPBody.DownStreamMessages(syncTime: syncTime, finished: finished)
    }

    /// Takes an answer that has been read as a body.
    public init(_ body: RMTPBody.DownStreamMessages, _ options: Envelope.Options = Envelope.Options()) {
        messages = body.list.map { Envelope($0, options) }
        rest = body
        rest.list = []
    }

    /// An answer that was read, and what deviated in its body; offsets count in the body.
    public struct Reading: Sendable {
        /// The answer.
        public var answer: PullAnswer
        /// What deviated in the body; what did in a content is with that content.
        public var deviations: [Deviation]
    }

    /// Reads the body of a QUERYACK, whose contents are decoded where they lie.
    ///
    /// - Throws: `proto.*` or `limit.*` for the body; a broken content is no error (RMTP-183).
    public static func read(
        _ bytes: Span<UInt8>, _ options: Envelope.Options = Envelope.Options()
    ) throws(DecodeError) -> Reading {
        if let answer = PullAnswer(sound: bytes, options) { return Reading(answer: answer, deviations: []) }
        let read = try RMTPBody.DownStreamMessages.decode(bytes, mode: options.mode, limits: options.bodyLimits)
        return Reading(answer: PullAnswer(read.body, options), deviations: read.deviations)
    }

    /// Reads an answer in one walk; nil where anything is wrong or odd, for the way that can say what.
    private init?(sound bytes: Span<UInt8>, _ options: Envelope.Options) {
        messages = []
        rest = RMTPBody.DownStreamMessages()
        var reader = ProtobufReader(
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
                    let content = Envelope.take(body.classname, &body.content, reader, options)
                    messages.append(Envelope.made(consume body, consume content))
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

    /// Everything but the messages.
    var restAlone: RMTPBody.DownStreamMessages {
        var rest = rest
        rest.list = []
        return rest
    }

    /// The body as the service sends it.
    ///
    /// - Parameter ownId: who sent the messages that do not say it because they are that user's own.
    /// - Throws: `encode.member` where a message does not say what ``Envelope/downBody(senderId:)`` asks for.
    public func body(ownId: String? = nil) throws(EncodeError) -> RMTPBody.DownStreamMessages {
        var body = restAlone
        for message in messages { body.list.append(try message.downBody(senderId: ownId)) }
        return body
    }
}
