// SPDX-License-Identifier: Apache-2.0

/// An encoder that writes units as packets: it deflates them where that saves, splits them, and numbers them (FRM-090
/// to FRM-093).
///
/// ```swift
/// var options = ChatPacketEncoder.Options()
/// options.fragmentSize = 16_384
/// var encoder = ChatPacketEncoder(options)
/// var buffer: [UInt8] = []
/// try encoder.encode(message.span, into: &buffer)
/// ```
public struct ChatPacketEncoder: ~Copyable, Sendable {
    /// The options of an encoder.
    ///
    /// ```swift
    /// var options = ChatPacketEncoder.Options()
    /// options.fragmentSize = 16_384
    /// var encoder = ChatPacketEncoder(options)
    /// try encoder.encode(message.span, into: &buffer)
    /// ```
    public struct Options: Hashable, Sendable {
        /// Whether units are deflated where that makes them shorter (FRM-065).
        public var deflate = false
        /// The minimum size in bytes of a unit that is deflated.
        public var deflateMinimum = 256
        /// The size of a fragment's part in bytes, or nil to send units unfragmented (FRM-092).
        public var fragmentSize: Int?
        /// The limits of the expected reader, which are the defaults unless others are set (FRM-093).
        public var limits = ChatFramingLimits()

        /// Creates options for plain, unfragmented packets.
        public init() {}
    }

    /// The options of the encoder.
    public var options: Options
    /// The sequence number of the next unit (FRM-037).
    public var nextSequence: UInt32 = 1
    private var deflater = Deflater()

    /// Creates an encoder for a new connection.
    public init(_ options: Options = Options()) {
        self.options = options
    }

    /// The bytes of a heartbeat, which are always the same (FRM-043).
    public static let heartbeat: [UInt8] = [
        0xfa, 0xce, 1, 24, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1a, 0x32, 0xe4, 0x89, 0x1a, 0x32, 0xe4, 0x89,
    ]

    /// Writes one message, or an array of messages, into `output`.
    @_lifetime(output: copy output)
    public mutating func encode(
        _ message: Span<UInt8>, wantsReceipt: Bool = false, into output: inout MutableSpan<UInt8>
    ) throws(EncodeError) -> EncodedLength {
        // Whoever builds an array checks the sizes of its elements.
        if message.count > options.limits.messageBytes, !message.startsArray { throw EncodeError(.size) }
        return try encode(message, wantsReceipt ? .wantsReceipt : [], &output)
    }

    /// Writes a batch into `output`, or nothing if it is empty.
    @_lifetime(output: copy output)
    public mutating func encode(
        _ batch: borrowing ChatBatchEncoder, wantsReceipt: Bool = false, into output: inout MutableSpan<UInt8>
    ) throws(EncodeError) -> EncodedLength {
        if batch.count == 0 { return .written(0) }
        return try encode(batch.unit, wantsReceipt ? [.batch, .wantsReceipt] : .batch, &output)
    }

    /// Appends one message to `buffer`, without allocating if its capacity is sufficient.
    public mutating func encode(
        _ message: Span<UInt8>, wantsReceipt: Bool = false, into buffer: inout [UInt8]
    ) throws(EncodeError) {
        try buffer.append { (room) throws(EncodeError) in
            try encode(message, wantsReceipt: wantsReceipt, into: &room)
        }
    }

    /// Appends a batch to `buffer`.
    public mutating func encode(
        _ batch: borrowing ChatBatchEncoder, wantsReceipt: Bool = false, into buffer: inout [UInt8]
    ) throws(EncodeError) {
        try buffer.append { (room) throws(EncodeError) in try encode(batch, wantsReceipt: wantsReceipt, into: &room) }
    }

    @_lifetime(output: copy output)
    private mutating func encode(
        _ unit: Span<UInt8>, _ flags: ChatPacketFlags, _ output: inout MutableSpan<UInt8>
    ) throws(EncodeError) -> EncodedLength {
        if options.fragmentSize.map({ $0 < 1 }) ?? false { throw EncodeError(.fragments) }  // FRM-092
        let mayDeflate =
            options.deflate && unit.count >= options.deflateMinimum && unit.count > 5
            && unit.count <= Swift.min(options.limits.inflatedBytes, Int(UInt32.max))
        // The deflated size is not known in advance, so the buffer must have the capacity for the plain unit.
        if !mayDeflate { try check(unit.count) }
        let needed = length(unit.count)
        if needed > output.count { return .needs(needed) }
        let written: Int
        if mayDeflate, let deflated = deflate(unit, &output) {
            try check(deflated)
            spread(deflated, &output)
            written = writeHeaders(deflated, flags.union(.deflate), &output)
        } else {
            try check(unit.count)
            copy(unit, &output)
            written = writeHeaders(unit.count, flags, &output)
        }
        nextSequence = nextSequence == .max ? 1 : nextSequence + 1
        return .written(written)
    }

    /// Deflates a unit into the place of a packet's payload and returns its length, or nil if it should be sent plain.
    @inline(never)
    @_lifetime(output: copy output)
    private mutating func deflate(_ unit: Span<UInt8>, _ output: inout MutableSpan<UInt8>) -> Int? {
        let start = ChatPacketHeader.byteCount + 4
        // With the four bytes of its length, the deflated unit must be shorter than the plain one (FRM-065).
        guard let length = deflater.deflate(unit, into: &output, start..<start + unit.count - 5),
            options.limits.allowsRatio(inflated: unit.count, deflated: length)
        else { return nil }
        output.writeBigEndian(UInt32(truncatingIfNeeded: unit.count), at: ChatPacketHeader.byteCount)
        return 4 + length
    }
}
