// SPDX-License-Identifier: Apache-2.0

/// The result of an attempt to write into a buffer (FRM-090).
public enum EncodedLength: Hashable, Sendable {
    /// This number of bytes was written, starting at the first byte of the buffer.
    case written(Int)
    /// Nothing was written because up to this number of bytes is needed.
    case needs(Int)
}

extension [UInt8] {
    /// Appends the bytes that `write` puts into a buffer, which is enlarged to the size that `write` asks for.
    ///
    /// The method is inlinable because calling the closure across modules for each packet would cost more than the
    /// packet.
    @inlinable
    package mutating func append<Failure>(
        _ write: (inout MutableSpan<UInt8>) throws(Failure) -> EncodedLength
    ) throws(Failure) {
        var wanted = capacity - count
        while true {
            var needed = 0
            var failure: Failure?
            append(addingCapacity: wanted) { output in
                unsafe output.withUnsafeMutableBufferPointer { buffer, used in
                    // Bytes need no initialization: `write` returns how many of them it has set.
                    let free = unsafe UnsafeMutableBufferPointer(rebasing: buffer[used...])
                    var room = unsafe MutableSpan(_unsafeElements: free)
                    do throws(Failure) {
                        switch try write(&room) {
                        case .written(let length): used += length
                        case .needs(let length): needed = length
                        }
                    } catch {
                        failure = error
                    }
                }
            }
            if let failure { throw failure }
            if needed <= wanted { return }
            wanted = needed
            if capacity < count + wanted { reserveCapacity(Swift.max(count + wanted, capacity * 2)) }
        }
    }
}
