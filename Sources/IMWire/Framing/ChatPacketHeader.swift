// SPDX-License-Identifier: Apache-2.0

/// The header of a packet without its two checksums (FRM-030).
///
/// ```
///  0  FA CE  version 1  header length   type  reserved  flags
///  8  sequence number                   payload length
/// 16  header check                      checksum
/// ```
public struct ChatPacketHeader: Hashable, Sendable {
    /// The length of a header of this version, in bytes (FRM-091).
    public static let byteCount = 24

    /// The type of the payload.
    public var type: ChatPacketType
    /// The flags that describe the payload.
    public var flags: ChatPacketFlags
    /// The sequence number, which is the same in all fragments of a unit and identifies a packet in reports (FRM-037).
    public var sequence: UInt32
    /// The length of the payload in bytes.
    public var payloadLength: UInt32
    /// The length of the header in bytes, including any bytes added by a later version (FRM-033).
    public var headerLength: UInt8

    /// Creates a header of this version.
    public init(
        type: ChatPacketType, flags: ChatPacketFlags = [], sequence: UInt32 = 0, payloadLength: UInt32 = 0,
        headerLength: UInt8 = UInt8(ChatPacketHeader.byteCount)
    ) {
        self.type = type
        self.flags = flags
        self.sequence = sequence
        self.payloadLength = payloadLength
        self.headerLength = headerLength
    }

    /// The length of the whole packet in bytes.
    public var packetLength: Int { Int(headerLength) + Int(payloadLength) }

    /// The location of an error in the first four bytes of a header.
    enum HeaderFault: Hashable {
        case magic(Int), version, headerLength
    }

    /// The first byte of every packet, which occurs neither in UTF-8 nor in Base64 (FRM-008, FRM-031).
    package static let firstByte: UInt8 = 0xfa
    /// The second byte of every packet.
    static let secondByte: UInt8 = 0xce
    /// The first two bytes of every packet, followed by the version.
    static let magic = UInt32(firstByte) << 8 | UInt32(secondByte)
    static let version: UInt32 = 1

    /// Returns the error in the available bytes of the first four, or nil if there is none so far.
    static func fault(inStart bytes: Span<UInt8>, at start: Int) -> HeaderFault? {
        let count = bytes.count - start
        if count > 0, bytes.byte(at: start) != firstByte { return .magic(0) }  // FRM-031
        if count > 1, bytes.byte(at: start + 1) != secondByte { return .magic(1) }
        if count > 2, bytes.byte(at: start + 2) != 1 { return .version }  // FRM-032
        if count > 3, bytes.byte(at: start + 3) < byteCount { return .headerLength }  // FRM-033
        return nil
    }

    /// Returns whether the header check of the first 16 bytes is correct.
    ///
    /// At least 20 bytes must be available. Afterwards `checksum` can be continued with the bytes after byte 23.
    @inline(__always)
    static func isChecked(_ bytes: Span<UInt8>, at start: Int, _ checksum: inout CRC32) -> Bool {
        checksum.update(bytes, from: start, to: start &+ 16)
        return checksum.value == bytes.bigEndian32(at: start &+ 16)  // FRM-039
    }

    /// Reads the fields of a header whose check is correct.
    ///
    /// At least 16 bytes must be available.
    @inline(__always)
    init(reading bytes: Span<UInt8>, at start: Int) {
        headerLength = bytes.byte(at: start &+ 3)
        type = ChatPacketType(rawValue: bytes.byte(at: start &+ 4))
        flags = ChatPacketFlags(rawValue: bytes.bigEndian16(at: start &+ 6))
        sequence = bytes.bigEndian32(at: start &+ 8)
        payloadLength = bytes.bigEndian32(at: start &+ 12)
    }

    /// Writes the header and both checksums before a payload that is already in place (FRM-091).
    @inline(__always)
    static func write(
        _ type: ChatPacketType, _ flags: ChatPacketFlags, sequence: UInt32, payload: Int, at start: Int,
        into output: inout MutableSpan<UInt8>
    ) {
        output.writeBigEndian(magic << 16 | version << 8 | UInt32(byteCount), at: start)
        output.writeBigEndian(UInt32(type.rawValue) << 24 | UInt32(flags.rawValue), at: start &+ 4)
        output.writeBigEndian(sequence, at: start &+ 8)
        output.writeBigEndian(UInt32(truncatingIfNeeded: payload), at: start &+ 12)
        var checksum = CRC32()
        checksum.update(output.span, from: start, to: start &+ 16)
        output.writeBigEndian(checksum.value, at: start &+ 16)
        checksum.update(output.span, from: start &+ byteCount, to: start &+ byteCount &+ payload)
        output.writeBigEndian(checksum.value, at: start &+ 20)  // FRM-040
    }
}
