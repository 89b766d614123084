// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The results of one execution: behaviors, as hashed features, and broken promises.
package struct Observation {
    /// The effort that is spent on one input.
    package enum Effort {
        /// A few checks per input, for many executions: the mode of a fuzzing session.
        case quick
        /// Every split of the bytes and every peer: the mode for a finding or a corpus.
        case thorough
        /// No behaviors are recorded, for repeated runs that are only compared with an earlier one.
        case silent
    }

    /// The effort that is spent on the input.
    package let effort: Effort
    /// The behaviors.
    package private(set) var features: [UInt32] = []
    /// The maximum number of behaviors that are kept for one execution.
    private let room: Int
    /// The broken promises, one for each oracle and location.
    package private(set) var violations: [Violation] = []

    /// Creates an empty observation.
    package init(_ effort: Effort = .quick) {
        self.effort = effort
        room = effort == .silent ? 0 : 256
        if room > 0 { features.reserveCapacity(room) }
    }

    /// Discards the results of the previous execution.
    package mutating func reset() {
        features.removeAll(keepingCapacity: true)
        if !violations.isEmpty { violations.removeAll() }
    }

    /// The aspect that a feature describes.
    package enum Aspect: UInt64 {
        case code = 1, path, size, deviation, shape, count, state, flags, order
    }

    /// Records a behavior.
    @inline(__always)
    package mutating func record(_ aspect: Aspect, _ value: UInt64, _ more: UInt64 = 0) {
        guard features.count < room else { return }
        var mixed = (aspect.rawValue << 56 ^ value) &* 0x9e37_79b9_7f4a_7c15 ^ more
        mixed = (mixed ^ mixed >> 29) &* 0xbf58_476d_1ce4_e5b9
        features.append(UInt32(truncatingIfNeeded: mixed >> 32))
    }

    /// Records a size by its power of two.
    @inline(__always)
    package mutating func record(size: Int, _ what: UInt64 = 0) {
        record(.size, UInt64(truncatingIfNeeded: Int.bitWidth - size.leadingZeroBitCount), what)
    }

    /// Records an error by its code and the shape of its path.
    package mutating func record(_ error: DecodeError, _ where: UInt64 = 0) {
        guard room > 0 else { return }
        let code = TextHash.of(error.code)
        record(.code, code, `where`)
        record(.path, TextHash.shape(error.path), code)
    }

    /// Records deviations by their ids, the shapes of their paths, and their number.
    package mutating func record(_ deviations: [Deviation], _ where: UInt64 = 0) {
        guard room > 0 else { return }
        for index in 0..<min(deviations.count, 16) {
            let deviation = deviations[index]
            record(.deviation, UInt64(deviation.id.number), TextHash.shape(deviation.path) ^ `where`)
        }
        record(.count, UInt64(min(deviations.count, 8)), `where`)
    }

    /// Records a broken promise.
    package mutating func violate(_ oracle: Oracle, at location: String, _ detail: @autoclosure () -> String = "") {
        guard !violations.contains(where: { $0.oracle == oracle && $0.location == location }) else { return }
        violations.append(Violation(oracle, at: location, detail()))
    }
}

/// Hashes that are the same in every process.
package enum TextHash {
    package static func of(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        return hash
    }

    package static func of(_ code: DecodeError.Code) -> UInt64 { of(code.rawValue.utf8.span) }

    /// Returns the hash of a path without the digits 1 to 9, so that most indices are alike.
    package static func shape(_ path: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        if path.isEmpty { return hash }
        for byte in path.utf8 where !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) {
            hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3
        }
        return hash
    }

    /// Returns the hash of bytes, which are read eight at a time.
    package static func of(_ bytes: Span<UInt8>) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9e37_79b9_7f4a_7c15
        var offset = 0
        let raw = bytes.bytes
        while offset + 8 <= bytes.count {
            let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            hash = (hash ^ word) &* 0xff51_afd7_ed55_8ccd
            hash ^= hash >> 32
            offset += 8
        }
        while offset < bytes.count {
            hash = (hash ^ UInt64(bytes[offset])) &* 0xff51_afd7_ed55_8ccd
            offset += 1
        }
        return hash ^ hash >> 33
    }
}
