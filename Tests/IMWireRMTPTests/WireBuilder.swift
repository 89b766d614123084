// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP

/// A builder of fields that is independent of the writer under test.
enum WireBuilder {
    static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    static func tag(_ number: UInt32, _ wireType: UInt32) -> [UInt8] {
        varint(UInt64(number) << 3 | UInt64(wireType))
    }

    static func block(_ number: UInt32, _ value: [UInt8]) -> [UInt8] {
        tag(number, 2) + varint(UInt64(value.count)) + value
    }

    static func number(_ number: UInt32, _ value: UInt64) -> [UInt8] {
        tag(number, 0) + varint(value)
    }
}
