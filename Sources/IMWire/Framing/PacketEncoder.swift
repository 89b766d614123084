// SPDX-License-Identifier: Apache-2.0

/// Writes units as packets: deflates them where that saves, divides them, and counts them (FRM-090 to FRM-093).
public struct PacketEncoder: ~Copyable, Sendable {
    /// What is done to units.
    public struct Options: Hashable, Sendable {
        /// Whether units are deflated where that makes them shorter (FRM-065).
        public var deflate = false
        /// The shortest unit that is worth the attempt.
        public var deflateMinimum = 256
        /// The bytes of a fragment's part; nil where units are not divided (FRM-092).
        public var fragmentSize: Int?
        /// What a reader is expected to take; the defaults unless told otherwise (FRM-093).
        public var limits = FramingLimits()

        /// Plain packets, undivided.
        public init() {}
    }

    /// What is done to units.
    public var options: Options
    /// The number of the next unit (FRM-037).
    public var nextSequence: UInt32 = 1
    private var deflater = Deflater()

    /// Starts a connection.
    public init(_ options: Options = Options()) {
        self.options = options
    }

    /// The bytes of a heartbeat, always the same ones (FRM-043).
    public static let heartbeat: [UInt8] = [
        0xfa, 0xce, 1, 24, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1a, 0x32, 0xe4, 0x89, 0x1a, 0x32, 0xe4, 0x89,
    ]

    /// Writes one message, or an array of them, into `output`.
    @_lifetime(output: copy output)
    public mutating func encode(
        _ message: Span<UInt8>, wantsReceipt: Bool = false, into output: inout MutableSpan<UInt8>
    ) throws(EncodeError) -> EncodedLength {
        // The elements of an array are compared by whoever made them.
        if message.count > options.limits.messageBytes, !message.startsArray { throw EncodeError(.size) }
        return try encode(message, wantsReceipt ? .wantsReceipt : [], &output)
    }

    /// Writes a batch into `output`; an empty one gives nothing.
    @_lifetime(output: copy output)
    public mutating func encode(
        _ batch: borrowing BatchWriter, wantsReceipt: Bool = false, into output: inout MutableSpan<UInt8>
    ) throws(EncodeError) -> EncodedLength {
        if batch.count == 0 { return .written(0) }
        return try encode(batch.unit, wantsReceipt ? [.batch, .wantsReceipt] : .batch, &output)
    }

    /// Appends one message to `buffer`; nothing is allocated where its capacity is large enough.
    public mutating func encode(
        _ message: Span<UInt8>, wantsReceipt: Bool = false, into buffer: inout [UInt8]
    ) throws(EncodeError) {
        try buffer.append { (room) throws(EncodeError) in
            try encode(message, wantsReceipt: wantsReceipt, into: &room)
        }
    }

    /// Appends a batch to `buffer`.
    public mutating func encode(
        _ batch: borrowing BatchWriter, wantsReceipt: Bool = false, into buffer: inout [UInt8]
    ) throws(EncodeError) {
        try buffer.append { (room) throws(EncodeError) in try encode(batch, wantsReceipt: wantsReceipt, into: &room) }
    }

    @_lifetime(output: copy output)
    private mutating func encode(
        _ unit: Span<UInt8>, _ flags: PacketFlags, _ output: inout MutableSpan<UInt8>
    ) throws(EncodeError) -> EncodedLength {
        if options.fragmentSize.map({ $0 < 1 }) ?? false { throw EncodeError(.fragments) }  // FRM-092
        let mayDeflate =
            options.deflate && unit.count >= options.deflateMinimum && unit.count > 5
            && unit.count <= Swift.min(options.limits.inflatedBytes, Int(UInt32.max))
        // Deflated it would be shorter, but nobody knows before: the buffer has to take the plain unit.
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

    /// Deflates a unit to where a packet's payload stands, and returns its length; nil if it is better sent plain.
    @inline(never)
    @_lifetime(output: copy output)
    private mutating func deflate(_ unit: Span<UInt8>, _ output: inout MutableSpan<UInt8>) -> Int? {
        let start = PacketHeader.byteCount + 4
        // With its four bytes of length it must be shorter than the unit (FRM-065).
        guard let length = deflater.deflate(unit, into: &output, start..<start + unit.count - 5),
            options.limits.allowsRatio(inflated: unit.count, deflated: length)
        else { return nil }
        output.putBigEndian(UInt32(truncatingIfNeeded: unit.count), at: PacketHeader.byteCount)
        return 4 + length
    }
}
