// SPDX-License-Identifier: Apache-2.0

import IMWireRMTP

extension UInt8 {
    /// Returns the first byte of a packet of a type, with its lower four bits.
    static func header(_ type: RMTPType, _ flags: Int = 0) -> UInt8 {
        RMTPHeader(type, RMTPFlags(rawValue: UInt8(truncatingIfNeeded: flags))).rawValue
    }
}
