// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// The bytes of a view, copied.
    init(copying bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { Array($0) }
    }
}
