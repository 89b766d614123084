// SPDX-License-Identifier: Apache-2.0

import Platform

/// The input that is being executed, in a file that survives the process (FUZ-030).
///
/// The file is mapped into memory, so that a write is a copy of the input without a system call. Whether a trap or a
/// signal ends the process, the parent finds the input there.
/// ```
///  0  number of the execution, 8 bytes, in native byte order (little-endian)
///  8  length of the input, 8 bytes
/// 16  the input
/// ```
package struct InFlight: ~Copyable {
    private let base: UnsafeMutableRawPointer
    private static let header = 16
    /// The maximum length of an input that is kept.
    package static let capacity = 1 << 20

    /// Maps the file at `path`, which is created if it does not exist, or returns nil on failure.
    package init?(path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let size = InFlight.header + InFlight.capacity
        guard ftruncate(descriptor, off_t(size)) == 0,
            let base = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), base != MAP_FAILED
        else { return nil }
        self.base = base
    }

    deinit { munmap(base, InFlight.header + InFlight.capacity) }

    /// Records an input that is about to be executed.
    package func begin(_ execution: Int, _ input: [UInt8]) {
        let length = min(input.count, InFlight.capacity)
        base.storeBytes(of: UInt64(length), toByteOffset: 8, as: UInt64.self)
        input.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            (base + InFlight.header).copyMemory(from: source, byteCount: length)
        }
        base.storeBytes(of: UInt64(execution), as: UInt64.self)
    }

    /// The number of the current execution, which does not change while an execution hangs.
    package var execution: Int { Int(truncatingIfNeeded: base.load(as: UInt64.self)) }

    /// The input of the latest execution.
    package var input: [UInt8] {
        let length = min(Int(truncatingIfNeeded: base.load(fromByteOffset: 8, as: UInt64.self)), InFlight.capacity)
        return Array(UnsafeRawBufferPointer(start: base + InFlight.header, count: max(0, length)))
    }
}
