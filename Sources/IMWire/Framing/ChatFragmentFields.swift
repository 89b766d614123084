// SPDX-License-Identifier: Apache-2.0

/// The twelve bytes that precede a fragment's part of the unit (FRM-051).
public struct ChatFragmentFields: Hashable, Sendable {
    /// The size of the fields in bytes.
    public static let byteCount = 12

    /// The index of the part, from 0.
    public var index: UInt16
    /// The number of parts.
    public var count: UInt16
    /// The size of the whole unit in bytes.
    public var total: UInt32
    /// The offset of the part in the unit.
    public var offset: UInt32

    /// Creates the fields of a fragment.
    public init(index: UInt16, count: UInt16, total: UInt32, offset: UInt32) {
        self.index = index
        self.count = count
        self.total = total
        self.offset = offset
    }

    /// Reads the fields at the start of a payload of at least twelve bytes.
    init(reading payload: Span<UInt8>) {
        index = payload.bigEndian16(at: 0)
        count = payload.bigEndian16(at: 2)
        total = payload.bigEndian32(at: 4)
        offset = payload.bigEndian32(at: 8)
    }

    /// Writes the fields at `start`.
    @_lifetime(output: copy output)
    func write(at start: Int, into output: inout MutableSpan<UInt8>) {
        output.writeBigEndian(UInt32(index) << 16 | UInt32(count), at: start)
        output.writeBigEndian(total, at: start + 4)
        output.writeBigEndian(offset, at: start + 8)
    }

    /// Returns the payload offset of the first invalid field for a part of `partLength` bytes, or nil (FRM-052).
    func fault(partLength: Int) -> Int? {
        let index = Int(index)
        let count = Int(count)
        let total = Int(total)
        let offset = Int(offset)
        if index >= count { return 0 }
        if count < 2 { return 2 }
        if total < count { return 4 }
        let end = offset + partLength
        let behind = count - 1 - index
        if offset < index || index == 0 && offset != 0 || end + behind > total || behind == 0 && end != total {
            return 8
        }
        return nil
    }
}
