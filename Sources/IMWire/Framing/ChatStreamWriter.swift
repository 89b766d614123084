// SPDX-License-Identifier: Apache-2.0

/// Writes chat messages as the bytes of a connection, and puts those that follow one another together where that is asked
/// for.
///
/// ```swift
/// var writer = ChatStreamWriter(.packets)
/// send(try writer.encode(message))
/// ```
public struct ChatStreamWriter: ~Copyable, Sendable {
    /// What is done to messages.
    public struct Options: Sendable {
        /// How messages travel.
        public var framing: ChatFraming
        /// What a reader is expected to take (FRM-093).
        public var limits = FramingLimits()
        /// Whether packets are deflated where that saves.
        public var deflate = false
        /// The bytes of a fragment's part; nil where units are not divided.
        public var fragmentSize: Int?
        /// Whether a unit of messages that are no receipts has the flag for it.
        public var wantsReceipt = false
        /// The number of the first unit; nil for 1.
        public var sequence: UInt32?
        /// How heartbeats are written in lines.
        public var heartbeat = HeartbeatForm.bare
        /// Messages between two heartbeats that go together at most; nil where each goes alone (TST-084).
        public var batch: Int?
        /// Bytes of a batch at which the next message begins another one.
        public var batchBytes = Int.max

        /// Plain messages, each alone.
        public init(_ framing: ChatFraming) {
            self.framing = framing
        }
    }

    private let options: Options
    private let writer: ChatWriter
    private let lines: LineEncoder
    private var packets: PacketEncoder
    private var message: [UInt8] = []
    /// The batch so far: of packets, or the text of an array.
    private var batch: BatchWriter
    private var array: [UInt8] = []
    private var count = 0
    private var batchWantsReceipt = false

    /// Starts a stream.
    public init(_ options: Options) {
        self.options = options
        var writer = ChatWriter(heartbeat: options.framing.heartbeat, form: options.heartbeat)
        writer.messageBytes = options.limits.messageBytes
        self.writer = writer
        lines = LineEncoder(options.framing.lines, limits: options.limits)
        var settings = PacketEncoder.Options()
        settings.deflate = options.deflate
        settings.fragmentSize = options.fragmentSize
        settings.limits = options.limits
        packets = PacketEncoder(settings)
        if let sequence = options.sequence { packets.nextSequence = sequence }
        batch = BatchWriter(limits: options.limits)
    }

    /// Starts a stream of plain messages, each alone.
    public init(_ framing: ChatFraming) {
        self.init(Options(framing))
    }

    /// The bytes of a message or a heartbeat.
    ///
    /// - Throws: as ``write(_:into:)``.
    public mutating func encode(_ message: ChatMessage) throws(EncodeError) -> [UInt8] {
        try encode([message])
    }

    /// The bytes of messages; those that go together are a batch, which is not left open.
    ///
    /// - Throws: as ``write(_:into:)``; nothing of the messages is kept then.
    public mutating func encode(_ messages: [ChatMessage]) throws(EncodeError) -> [UInt8] {
        var output: [UInt8] = []
        do throws(EncodeError) {
            for message in messages { try write(message, into: &output) }
            try finish(into: &output)
        } catch {
            empty()
            throw error
        }
        return output
    }

    /// How many messages wait for the rest of their batch.
    public var waiting: Int { count }

    /// Appends a message; one of a batch is written with its last message.
    ///
    /// - Throws: what a reader would refuse; the message, or the batch that was full, is not written.
    public mutating func write(_ message: ChatMessage, into output: inout [UInt8]) throws(EncodeError) {
        if message.isHeartbeat(options.framing.heartbeat) {
            try finish(into: &output)
            if options.framing.isPacket {
                output += PacketEncoder.heartbeat
            } else {
                try writer.write(message, into: &self.message)
                try lines.encode(self.message.span, into: &output)
            }
            return
        }
        try writer.write(message, into: &self.message)
        let wantsReceipt = options.wantsReceipt && !message.kind.isReceipt
        guard let most = options.batch else {
            if options.framing.isPacket {
                try ChatStreamWriter.encode(self.message, wantsReceipt, &packets, &output)
            } else {
                try lines.encode(self.message.span, into: &output)
            }
            return
        }
        if count > 0, count >= most || size + self.message.count > options.batchBytes { try finish(into: &output) }
        try add()
        batchWantsReceipt = batchWantsReceipt || wantsReceipt
    }

    /// Appends the batch that is not full.
    public mutating func finish(into output: inout [UInt8]) throws(EncodeError) {
        guard count > 0 else { return }
        defer { empty() }
        if options.framing.isPacket {
            try ChatStreamWriter.encode(batch, batchWantsReceipt, &packets, &output)
        } else {
            array.append(0x5d)
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
            try ChatStreamWriter.append(message, &batch)
        } else {
            if count >= options.limits.batchMessages { throw EncodeError(.size) }
            array.append(count == 0 ? 0x5b : 0x2c)
            array.append(contentsOf: message)
        }
        count += 1
    }
}

// MARK: - Spans of members are borrowed by parameters: of a type that cannot be copied they would borrow the whole

extension ChatStreamWriter {
    private static func encode(
        _ message: [UInt8], _ wantsReceipt: Bool, _ packets: inout PacketEncoder, _ output: inout [UInt8]
    ) throws(EncodeError) {
        try packets.encode(message.span, wantsReceipt: wantsReceipt, into: &output)
    }

    private static func encode(
        _ batch: borrowing BatchWriter, _ wantsReceipt: Bool, _ packets: inout PacketEncoder, _ output: inout [UInt8]
    ) throws(EncodeError) {
        try packets.encode(batch, wantsReceipt: wantsReceipt, into: &output)
    }

    private static func append(_ message: [UInt8], _ batch: inout BatchWriter) throws(EncodeError) {
        try batch.append(message.span)
    }
}
