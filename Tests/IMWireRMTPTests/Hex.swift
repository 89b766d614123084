// SPDX-License-Identifier: Apache-2.0

/// Returns the bytes of hex digits, which spaces may separate.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.filter { $0 != 0x20 }
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
}
