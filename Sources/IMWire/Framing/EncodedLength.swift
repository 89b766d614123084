// SPDX-License-Identifier: Apache-2.0

/// What became of an attempt to write into a buffer (FRM-090).
public enum EncodedLength: Hashable, Sendable {
    /// So many bytes were written, from the first one on.
    case written(Int)
    /// Nothing was written: so many bytes are needed, at most.
    case needs(Int)
}

extension [UInt8] {
    /// Appends what `write` puts into a buffer that is made as large as it asks for.
    ///
    /// Inlinable, since the closure of every packet would cost more than the packet if it were called across modules.
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
                    // Bytes need no initialisation: whoever writes says how many have a value.
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
