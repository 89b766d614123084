// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// An error that is fired when a message or packet cannot be encoded; the connection stays open, and a server keeps the
/// message.
public struct UnwrittenError: Error, Hashable {
    /// The encoder's error.
    public let error: EncodeError
}

extension ByteBuffer {
    /// Appends the bytes that `write` encodes directly into the buffer, which grows to the size that `write` requires.
    ///
    /// - Throws: The error of `write`; the buffer is then unchanged.
    mutating func append<Failure: Error>(
        _ write: (inout MutableSpan<UInt8>) throws(Failure) -> EncodedLength
    ) throws(Failure) {
        var wanted = 0
        while true {
            var needed: Int?
            var failure: Failure?
            writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { room in
                // The span's bytes may be uninitialized because the closure returns the number of bytes that it has
                // initialized.
                var span = MutableSpan<UInt8>(_unsafeBytes: room)
                do throws(Failure) {
                    switch try write(&span) {
                    case .written(let count): return count
                    case .needs(let count): needed = count
                    }
                } catch {
                    failure = error
                }
                return 0
            }
            if let failure { throw failure }
            guard let needed else { return }
            wanted = needed
        }
    }
}

#endif
