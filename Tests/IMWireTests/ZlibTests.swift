// SPDX-License-Identifier: Apache-2.0

import CZlib
import Testing

@Suite("The system's zlib")
struct ZlibTests {
    @Test("The CRC-32 of the check string is the published one")
    func checksum() {
        let check = Array("123456789".utf8)
        let value = unsafe check.withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, UInt32($0.count)) }
        #expect(value == 0xcbf4_3926)
    }
}
