// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// The bytes of an incomplete unit, which wait for those that follow.
struct InputRest {
    private var bytes: ByteBuffer?

    /// The number of bytes.
    var count: Int { bytes?.readableBytes ?? 0 }

    /// Moves the bytes to the start of a buffer that has arrived after them.
    mutating func prepend(to buffer: inout ByteBuffer) {
        guard var start = bytes else { return }
        bytes = nil
        start.writeBuffer(&buffer)
        buffer = start
    }

    /// Moves the bytes to the end of a buffer that has arrived before them.
    mutating func append(to buffer: inout ByteBuffer) {
        guard var more = bytes else { return }
        bytes = nil
        buffer.writeBuffer(&more)
    }

    /// Keeps what is left of a buffer.
    mutating func keep(_ buffer: ByteBuffer, _ allocator: ByteBufferAllocator) {
        bytes = buffer.readableBytes > 0 ? buffer.fitting(allocator) : nil
    }

    /// Sets the bytes without copying them.
    mutating func set(_ buffer: ByteBuffer) { bytes = buffer }

    /// Removes and returns the bytes.
    mutating func removeAll() -> ByteBuffer {
        defer { bytes = nil }
        return bytes ?? ByteBuffer()
    }
}

extension ByteBuffer {
    /// Returns the readable bytes in a buffer that is not many times as large, as those of channels are.
    func fitting(_ allocator: ByteBufferAllocator) -> ByteBuffer {
        guard storageCapacity > 2 * readableBytes else { return self }
        var copy = allocator.buffer(capacity: readableBytes)
        copy.writeImmutableBuffer(self)
        return copy
    }
}

#endif
