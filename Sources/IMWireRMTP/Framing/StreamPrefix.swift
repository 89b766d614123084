// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The prefix of a body on TCP: the header, a check byte, and one to three bytes of length (RMTP-080).
struct StreamPrefix {
    /// The maximum length of a body in bytes.
    static let mostBytes = 2_097_151

    let header: RMTPHeader
    let byteCount: Int
    let bodyLength: Int
    /// Whether the length could have been written in fewer bytes (RMTP-084).
    let isLong: Bool

    enum Outcome {
        case needMore
        case prefix(StreamPrefix)
        /// An error after which the stream cannot be read, caused by the byte at this offset of the packet.
        case fault(DecodeError.Code, at: Int)
    }

    /// Reads the prefix at `start`, which may be incomplete.
    @inline(__always)
    static func read(
        _ bytes: Span<UInt8>, at start: Int, isStrict: Bool, packetBytes: Int
    ) -> Outcome {
        let available = bytes.count &- start
        guard available >= 3 else { return .needMore }
        var check = bytes.octet(start) ^ bytes.octet(start &+ 1)
        var length = 0
        var count = 0
        var byte: UInt8
        repeat {
            if count == 3 { return .fault(.frameLength, at: 4) }  // RMTP-082
            guard available > 2 &+ count else { return .needMore }
            byte = bytes.octet(start &+ 2 &+ count)
            length |= Int(byte & .groupBits) << (7 &* count)
            check ^= byte
            count &+= 1
        } while byte & .moreGroups != 0
        if check != 0 { return .fault(.frameHeader, at: 1) }  // RMTP-083
        let isLong = byte == 0 && count > 1
        if isLong && isStrict { return .fault(.frameLength, at: 2) }  // RMTP-084
        if length > packetBytes { return .fault(.frameLength, at: 2) }  // RMTP-085
        return .prefix(
            StreamPrefix(
                header: RMTPHeader(rawValue: bytes.octet(start)), byteCount: 2 &+ count, bodyLength: length,
                isLong: isLong))
    }

    /// Returns the length of the prefix of a body in bytes (RMTP-116).
    static func byteCount(bodyLength: Int) -> Int {
        bodyLength < 1 << 7 ? 3 : bodyLength < 1 << 14 ? 4 : 5
    }

    /// Writes the prefix of a body of at most ``mostBytes`` bytes.
    @_lifetime(output: copy output)
    static func write(_ header: RMTPHeader, bodyLength: Int, into output: inout MutableSpan<UInt8>) {
        var check = header.rawValue
        var rest = bodyLength
        var place = 2
        repeat {
            let byte = UInt8(truncatingIfNeeded: rest) & .groupBits | (rest > UInt8.groupBits ? .moreGroups : 0)
            output.set(byte, place)
            check ^= byte
            place += 1
            rest >>= 7
        } while rest > 0
        output.set(header.rawValue, 0)
        output.set(check, 1)
    }
}
