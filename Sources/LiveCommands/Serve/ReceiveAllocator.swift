// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import NIOCore

/// An allocator of receive buffers of which an idle channel keeps only a small one.
///
/// A channel keeps the first buffer that it gets for later reads, unless later ones may be larger. Thousands of idle
/// connections would keep thousands of large buffers. Therefore the first buffer is small, and each later one is new.
struct ReceiveAllocator: RecvByteBufferAllocator {
    private let capacity: Int
    private var hasRead = false
    /// The size of the buffer that a channel keeps, in bytes.
    private static let first = 64

    /// Creates an allocator of buffers of `capacity` bytes.
    init(capacity: Int) {
        self.capacity = capacity
    }

    func buffer(allocator: ByteBufferAllocator) -> ByteBuffer {
        allocator.buffer(capacity: hasRead ? capacity : ReceiveAllocator.first)
    }

    /// Returns true, so that the channel does not use its buffer again.
    mutating func record(actualReadBytes: Int) -> Bool {
        hasRead = true
        return true
    }
}

#endif
