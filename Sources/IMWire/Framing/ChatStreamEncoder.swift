// SPDX-License-Identifier: Apache-2.0

/// An encoder of chat messages as the bytes of a connection, and optionally combines consecutive ones in
/// batches.
///
/// ```swift
/// var encoder = ChatStreamEncoder(.packets)
/// send(try encoder.encode(message))
/// ```
public struct ChatStreamEncoder: ~Copyable, Sendable {
    /// The options of an encoder.
    ///
    /// ```swift
    /// var options = ChatStreamEncoder.Options(.packets)
    /// options.deflate = true
    /// var encoder = ChatStreamEncoder(options)
    /// let packet = try encoder.encode(ChatMessage(.login))
    /// ```
    public struct Options: Sendable {
        /// The framing of the stream.
        public var framing: ChatFraming
        /// The limits of the expected decoder (FRM-093).
        public var limits = ChatFramingLimits()
        /// Whether units in packets are deflated where that makes them shorter.
        public var deflate = false
        /// The size of a fragment's part in bytes, or nil to send units unfragmented.
        public var fragmentSize: Int?
        /// Whether the flag `wantsReceipt` is set on units with messages other than receipts.
        public var wantsReceipt = false
        /// The sequence number of the first unit, or nil for 1.
        public var sequence: UInt32?
        /// The form of heartbeats in lines.
        public var heartbeat = ChatHeartbeatForm.bare
        /// The maximum number of messages in a batch, or nil to send each message alone.
        ///
        /// A heartbeat ends a batch (TST-084).
        public var batch: Int?
        /// The size of a batch in bytes beyond which the next message starts another batch.
        public var batchBytes = Int.max

        /// Creates options for plain messages, each sent alone.
        public init(_ framing: ChatFraming) {
            self.framing = framing
        }
    }

    private let options: Options
    private let encoder: ChatMessageEncoder
    private let lines: ChatLineEncoder
    private var packets: ChatPacketEncoder
    private var message: [UInt8] = []
    /// The pending batch, in packets; in lines it is the text of an array.
    private var batch: ChatBatchEncoder
    private var array: [UInt8] = []
    private var count = 0
    private var batchWantsReceipt = false

    /// Creates an encoder at the beginning of a stream.
    public init(_ options: Options) {
        self.options = options
        var encoder = ChatMessageEncoder(heartbeat: options.framing.heartbeat, form: options.heartbeat)
        encoder.messageBytes = options.limits.messageBytes
        self.encoder = encoder
        lines = ChatLineEncoder(options.framing.lines, limits: options.limits)
        var settings = ChatPacketEncoder.Options()
        settings.deflate = options.deflate
        settings.fragmentSize = options.fragmentSize
        settings.limits = options.limits
        packets = ChatPacketEncoder(settings)
        if let sequence = options.sequence { packets.nextSequence = sequence }
        batch = ChatBatchEncoder(limits: options.limits)
    }

    /// Creates an encoder of plain messages, each sent alone.
    public init(_ framing: ChatFraming) {
        self.init(Options(framing))
    }

    /// Returns the encoded bytes of a message or a heartbeat.
    ///
    /// - Throws: The errors of ``encode(_:into:)``.
    public mutating func encode(_ message: ChatMessage) throws(EncodeError) -> [UInt8] {
        try encode([message])
    }

    /// Returns the encoded bytes of messages, including those of the last batch.
    ///
    /// - Throws: The errors of ``encode(_:into:)``. None of the messages is kept then.
    public mutating func encode(_ messages: [ChatMessage]) throws(EncodeError) -> [UInt8] {
        var output: [UInt8] = []
        do throws(EncodeError) {
            for message in messages { try encode(message, into: &output) }
            try finish(into: &output)
        } catch {
            empty()
            throw error
        }
        return output
    }

    /// Returns the bytes of messages that are encoded already, including those of the last batch.
    ///
    /// - Throws: The errors of ``encode(_:into:)``. None of the messages is kept then.
    public mutating func encode(_ messages: [EncodedChatMessage]) throws(EncodeError) -> [UInt8] {
        var output: [UInt8] = []
        do throws(EncodeError) {
            for message in messages {
                if message.utf8.count > options.limits.messageBytes { throw EncodeError(.size) }
                self.message = message.utf8
                try appendEncoded(message.kind, into: &output)
            }
            try finish(into: &output)
        } catch {
            empty()
            throw error
        }
        return output
    }

    /// The number of messages in the pending batch.
    public var waiting: Int { count }

    /// Appends a message, or adds it to the pending batch, which is appended when it is full.
    ///
    /// - Throws: An error if a decoder would reject the message or the full batch, which is then not written.
    public mutating func encode(_ message: ChatMessage, into output: inout [UInt8]) throws(EncodeError) {
        if message.isHeartbeat(options.framing.heartbeat) {
            try finish(into: &output)
            if options.framing.isPacket {
                output += ChatPacketEncoder.heartbeat
            } else {
                try encoder.encode(message, into: &self.message)
                try lines.encode(self.message.span, into: &output)
            }
            return
        }
        try encoder.encode(message, into: &self.message)
        try appendEncoded(message.kind, into: &output)
    }

    /// Appends the bytes in `message`, or adds them to the pending batch.
    private mutating func appendEncoded(_ kind: ChatMessageKind, into output: inout [UInt8]) throws(EncodeError) {
        let wantsReceipt = options.wantsReceipt && !kind.isReceipt
        guard let most = options.batch else {
            if options.framing.isPacket {
                try ChatStreamEncoder.encode(self.message, wantsReceipt, &packets, &output)
            } else {
                try lines.encode(self.message.span, into: &output)
            }
            return
        }
        if count > 0, count >= most || size + self.message.count > options.batchBytes { try finish(into: &output) }
        try add()
        batchWantsReceipt = batchWantsReceipt || wantsReceipt
    }

    /// Appends the pending batch, if there is one.
    public mutating func finish(into output: inout [UInt8]) throws(EncodeError) {
        guard count > 0 else { return }
        defer { empty() }
        if options.framing.isPacket {
            try ChatStreamEncoder.encode(batch, batchWantsReceipt, &packets, &output)
        } else {
            array.append(.closeBracket)
            try lines.encode(array.span, into: &output)
        }
    }

    private mutating func empty() {
        count = 0
        batchWantsReceipt = false
        batch.removeAll()
        array.removeAll(keepingCapacity: true)
    }

    private var size: Int { options.framing.isPacket ? batch.unit.count : array.count }

    private mutating func add() throws(EncodeError) {
        if options.framing.isPacket {
            try ChatStreamEncoder.append(message, &batch)
        } else {
            if count >= options.limits.batchMessages { throw EncodeError(.size) }
            array.append(count == 0 ? .openBracket : .comma)
            array.append(contentsOf: message)
        }
        count += 1
    }
}

// MARK: - Access to members
// These functions have members as parameters: a span of a member of a noncopyable `self` would borrow all of `self`.

extension ChatStreamEncoder {
    private static func encode(
        _ message: [UInt8], _ wantsReceipt: Bool, _ packets: inout ChatPacketEncoder, _ output: inout [UInt8]
    ) throws(EncodeError) {
        try packets.encode(message.span, wantsReceipt: wantsReceipt, into: &output)
    }

    private static func encode(
        _ batch: borrowing ChatBatchEncoder, _ wantsReceipt: Bool, _ packets: inout ChatPacketEncoder,
        _ output: inout [UInt8]
    ) throws(EncodeError) {
        try packets.encode(batch, wantsReceipt: wantsReceipt, into: &output)
    }

    private static func append(_ message: [UInt8], _ batch: inout ChatBatchEncoder) throws(EncodeError) {
        try batch.append(message.span)
    }
}
