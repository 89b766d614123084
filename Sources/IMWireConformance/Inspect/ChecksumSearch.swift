// SPDX-License-Identifier: Apache-2.0

/// A search for the single wrong byte that explains a wrong CRC-32.
///
/// A checksum does not show where the damage is. CRC-32 is linear, however: the effect of a wrong byte on the checksum
/// depends only on the change and on the number of bytes that follow. The search therefore walks the difference between
/// the computed and the stored checksum back from the end, byte by byte, until a single byte can cause it.
enum ChecksumSearch {
    /// The ranges of bytes that a checksum covers, and the offset of the checksum itself.
    struct Field {
        var covered: [Range<Int>]
        var place: Int
    }

    /// Returns the only byte that explains the difference, or nil if there is none or more than one.
    static func suspect(_ bytes: [UInt8], _ field: Field, computed: UInt32) -> InspectionFinding.Suspect? {
        let stored = UInt32(truncatingIfNeeded: bytes[field.place..<field.place + 4].number)
        let difference = computed ^ stored
        guard difference != 0 else { return nil }
        var found: [InspectionFinding.Suspect] = []
        // A wrong byte of the checksum itself changes no other byte of it.
        for index in 0..<4 {
            let change = UInt8(truncatingIfNeeded: difference >> (24 - UInt32(index) * 8))
            if UInt32(change) << (24 - UInt32(index) * 8) == difference {
                found.append(suspect(bytes, field.place + index, change))
            }
        }
        var state = difference
        for range in field.covered.reversed() {
            for place in range.reversed() {
                let change = first[Int(state >> 24)]
                if state == table[Int(change)], change != 0 { found.append(suspect(bytes, place, change)) }
                if found.count > 1 { return nil }
                // Undo the effect of one following byte.
                state = (state ^ table[Int(change)]) << 8 | UInt32(change)
            }
        }
        return found.first
    }

    private static func suspect(_ bytes: [UInt8], _ place: Int, _ change: UInt8) -> InspectionFinding.Suspect {
        InspectionFinding.Suspect(offset: place, found: bytes[place], right: bytes[place] ^ change)
    }

    /// The CRC-32 table: the checksum that each byte leaves in an empty register.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xedb8_8320 }
    }

    /// The byte whose table entry begins with each byte; no two entries begin with the same byte.
    private static let first: [UInt8] = {
        var first = [UInt8](repeating: 0, count: 256)
        for (byte, entry) in table.enumerated() { first[Int(entry >> 24)] = UInt8(byte) }
        return first
    }()
}
