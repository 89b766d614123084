// SPDX-License-Identifier: Apache-2.0

import CZlib

/// The one file that calls zlib.
enum Zlib {
    /// The CRC-32 of what had `value` and of fewer than 4 GiB of bytes behind it.
    @inline(never)
    static func crc32(_ value: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer {
            UInt32(truncatingIfNeeded: unsafe CZlib.crc32_z(UInt(value), $0.baseAddress, $0.count))
        }
    }
}

/// A zlib state that is made at its first use and reset for every unit (FRM-064).
///
/// A `z_stream` must not move in memory, so each has a place of its own, which its only owner gives back. Lengths are
/// below 4 GiB: whoever calls has compared them with limits or with fields of four bytes.
@safe struct Inflater: ~Copyable, @unchecked Sendable {
    /// What became of a zlib stream.
    enum Outcome: Hashable {
        /// It filled the room exactly, and nothing stands behind it.
        case whole
        /// It is no zlib stream, ends too early, has bytes behind it or needs a dictionary (FRM-062).
        case wrong
        /// It has more or fewer bytes than the room (FRM-063).
        case otherLength
    }

    private var stream: UnsafeMutablePointer<z_stream>?

    init() {
        unsafe stream = nil
    }

    deinit {
        guard let stream = unsafe stream else { return }
        unsafe inflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Inflates one stream of exactly `length` bytes into `room`, which is as large; one byte more is inflated at most.
    mutating func inflate(_ source: Span<UInt8>, _ length: Int, into room: inout MutableSpan<UInt8>) -> Outcome {
        guard source.count <= UInt32.max, length >= 0, length <= Swift.min(room.count, Int(UInt32.max)),
            let stream = unsafe ready()
        else { return .wrong }
        return unsafe source.withUnsafeBufferPointer { input in
            unsafe room.withUnsafeMutableBufferPointer { output in
                // zlib reads only; its type is older than `const`.
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(input.count)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(length)
                var result = length == 0 ? Z_OK : unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                if result == Z_OK || result == Z_BUF_ERROR, unsafe stream.pointee.avail_out == 0 {
                    // The room is full, or there was none: what is left may end the stream but not give a byte more.
                    var spare: UInt8 = 0
                    let gaveMore = unsafe withUnsafeMutablePointer(to: &spare) { spare in
                        unsafe stream.pointee.next_out = spare
                        unsafe stream.pointee.avail_out = 1
                        result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                        return unsafe stream.pointee.avail_out == 0
                    }
                    if gaveMore { return .otherLength }
                    if result != Z_STREAM_END { return .wrong }
                    return unsafe stream.pointee.avail_in == 0 ? .whole : .wrong
                }
                if result != Z_STREAM_END { return .wrong }
                if unsafe stream.pointee.avail_out > 0 { return .otherLength }
                return unsafe stream.pointee.avail_in == 0 ? .whole : .wrong
            }
        }
    }

    private mutating func ready() -> UnsafeMutablePointer<z_stream>? {
        if let stream = unsafe stream {
            guard unsafe inflateReset(stream) == Z_OK else { return nil }
            return unsafe stream
        }
        let made = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe made.initialize(to: z_stream())
        guard unsafe inflateInit_(made, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            unsafe made.deallocate()
            return nil
        }
        unsafe stream = made
        return unsafe made
    }
}

/// Deflates unit after unit with one zlib state, kept like that of ``Inflater``.
@safe struct Deflater: ~Copyable, @unchecked Sendable {
    private var stream: UnsafeMutablePointer<z_stream>?

    init() {
        unsafe stream = nil
    }

    deinit {
        guard let stream = unsafe stream else { return }
        unsafe deflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Deflates `source` into `places` of `room` and returns the length; nil where it does not fit.
    mutating func deflate(
        _ source: Span<UInt8>, into room: inout MutableSpan<UInt8>, _ places: Range<Int>
    ) -> Int? {
        guard source.count <= UInt32.max, places.count <= UInt32.max, !places.isEmpty, places.lowerBound >= 0,
            places.upperBound <= room.count, let stream = unsafe ready()
        else { return nil }
        return unsafe source.withUnsafeBufferPointer { input in
            unsafe room.withUnsafeMutableBufferPointer { output in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(input.count)
                unsafe stream.pointee.next_out = output.baseAddress.map { unsafe $0 + places.lowerBound }
                unsafe stream.pointee.avail_out = UInt32(places.count)
                guard unsafe CZlib.deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
                return unsafe places.count - Int(stream.pointee.avail_out)
            }
        }
    }

    private mutating func ready() -> UnsafeMutablePointer<z_stream>? {
        if let stream = unsafe stream {
            guard unsafe deflateReset(stream) == Z_OK else { return nil }
            return unsafe stream
        }
        let made = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe made.initialize(to: z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe deflateInit_(made, Z_DEFAULT_COMPRESSION, ZLIB_VERSION, size) == Z_OK else {
            unsafe made.deallocate()
            return nil
        }
        unsafe stream = made
        return unsafe made
    }
}
