// SPDX-License-Identifier: Apache-2.0

/// The expected values of a packet's two checksums, for tools that show them beside the actual ones.
package struct PacketChecks: Hashable, Sendable {
    /// The expected header check (FRM-039).
    package let header: UInt32
    /// The expected checksum (FRM-040).
    package let packet: UInt32

    /// Computes the checksums of the packet in `range`, or returns nil if its first 16 bytes are not available.
    package init?(of bytes: Span<UInt8>, in range: Range<Int>) {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count, range.count >= 16 else { return nil }
        var checksum = CRC32()
        checksum.update(bytes, from: range.lowerBound, to: range.lowerBound + 16)
        header = checksum.value
        let rest = Swift.min(range.lowerBound + ChatPacketHeader.byteCount, range.upperBound)
        checksum.update(bytes, from: rest, to: range.upperBound)
        packet = checksum.value
    }
}
