// SPDX-License-Identifier: Apache-2.0

import CZlib

/// The stateless functions of zlib, which no other file of this module calls.
enum Zlib {
    /// Returns the CRC-32 of data with the CRC-32 `value` followed by `bytes`, which are fewer than 4 GiB.
    @inline(never)
    static func crc32(_ value: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer {
            UInt32(truncatingIfNeeded: unsafe CZlib.crc32_z(UInt(value), $0.baseAddress, $0.count))
        }
    }
}

/// A zlib state that is created at its first use and reset for every unit (FRM-064).
///
/// A `z_stream` must not move in memory, so each one is allocated separately and released by its only owner.
@safe private struct ZlibState: ~Copyable, @unchecked Sendable {
    private var stream: UnsafeMutablePointer<z_stream>?
    private let isDeflating: Bool

    init(isDeflating: Bool) {
        unsafe stream = nil
        self.isDeflating = isDeflating
    }

    deinit {
        guard let stream = unsafe stream else { return }
        _ = unsafe isDeflating ? deflateEnd(stream) : inflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Returns the state for the next unit, or nil if zlib fails.
    mutating func ready() -> UnsafeMutablePointer<z_stream>? {
        if let stream = unsafe stream {
            let result = unsafe isDeflating ? deflateReset(stream) : inflateReset(stream)
            return unsafe result == Z_OK ? stream : nil
        }
        let made = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe made.initialize(to: z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        let result =
            unsafe isDeflating
            ? deflateInit_(made, Z_DEFAULT_COMPRESSION, ZLIB_VERSION, size) : inflateInit_(made, ZLIB_VERSION, size)
        guard result == Z_OK else {
            unsafe made.deallocate()
            return nil
        }
        unsafe stream = made
        return unsafe made
    }
}

/// A decompressor of one unit after another.
///
/// Lengths are below 4 GiB, because callers have compared them with limits or with four-byte fields.
struct Inflater: ~Copyable, Sendable {
    /// The outcome of inflating a stream.
    enum Outcome: Hashable {
        /// The stream fills the buffer exactly, and nothing follows it.
        case whole
        /// The stream is invalid, ends too early, is followed by other bytes or needs a dictionary (FRM-062).
        case wrong
        /// The stream has more or fewer bytes than the buffer (FRM-063).
        case otherLength
    }

    private var state = ZlibState(isDeflating: false)

    /// Inflates one stream of exactly `length` bytes into `room`, and at most one byte more to detect a longer stream.
    mutating func inflate(_ source: Span<UInt8>, _ length: Int, into room: inout MutableSpan<UInt8>) -> Outcome {
        guard source.count <= UInt32.max, length >= 0, length <= Swift.min(room.count, Int(UInt32.max)),
            let stream = unsafe state.ready()
        else { return .wrong }
        return unsafe source.withUnsafeBufferPointer { input in
            unsafe room.withUnsafeMutableBufferPointer { output in
                // zlib only reads the input, but its declaration predates `const`.
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(input.count)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(length)
                var result = length == 0 ? Z_OK : unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                if result == Z_OK || result == Z_BUF_ERROR, unsafe stream.pointee.avail_out == 0 {
                    // The buffer is full, or has no capacity: the remaining input may end the stream, but must not
                    // produce another byte.
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
}

/// A compressor of one unit after another.
struct Deflater: ~Copyable, Sendable {
    private var state = ZlibState(isDeflating: true)

    /// Deflates `source` into the range `places` of `room` and returns the length, or nil if it does not fit.
    mutating func deflate(
        _ source: Span<UInt8>, into room: inout MutableSpan<UInt8>, _ places: Range<Int>
    ) -> Int? {
        guard source.count <= UInt32.max, places.count <= UInt32.max, !places.isEmpty, places.lowerBound >= 0,
            places.upperBound <= room.count, let stream = unsafe state.ready()
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
}
