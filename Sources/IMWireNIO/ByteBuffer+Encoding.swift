// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

extension ByteBuffer {
    /// Appends what `write` puts into the buffer itself, which is made as large as it asks for.
    ///
    /// - Throws: what `write` throws; nothing is appended then.
    mutating func append<Failure: Error>(
        _ write: (inout MutableSpan<UInt8>) throws(Failure) -> EncodedLength
    ) throws(Failure) {
        var wanted = 0
        while true {
            var needed: Int?
            var failure: Failure?
            writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { room in
                // Bytes need no initialisation: whoever writes says how many have a value.
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
