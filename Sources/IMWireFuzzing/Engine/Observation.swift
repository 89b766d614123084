// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What one execution showed: behaviours, as hashed features, and broken promises.
package struct Observation {
    /// How much is tried on one input.
    package enum Effort {
        /// A little, many times over: what a session of fuzzing does.
        case quick
        /// Every division of the bytes, every peer: what judges a finding or a corpus.
        case thorough
        /// Nothing is noted: what is done again is only compared with what was done before.
        case silent
    }

    /// How much is tried.
    package let effort: Effort
    /// The behaviours.
    package private(set) var features: [UInt32] = []
    /// How many behaviours of one execution are kept.
    private let room: Int
    /// The broken promises, each place once.
    package private(set) var violations: [Violation] = []

    /// Starts with nothing seen.
    package init(_ effort: Effort = .quick) {
        self.effort = effort
        room = effort == .silent ? 0 : 256
        if room > 0 { features.reserveCapacity(room) }
    }

    /// Forgets the execution before.
    package mutating func reset() {
        features.removeAll(keepingCapacity: true)
        if !violations.isEmpty { violations.removeAll() }
    }

    /// What a feature is about.
    package enum Aspect: UInt64 {
        case code = 1, path, size, deviation, shape, count, state, flags, order
    }

    /// Notes a behaviour.
    @inline(__always)
    package mutating func note(_ aspect: Aspect, _ value: UInt64, _ more: UInt64 = 0) {
        guard features.count < room else { return }
        var mixed = (aspect.rawValue << 56 ^ value) &* 0x9e37_79b9_7f4a_7c15 ^ more
        mixed = (mixed ^ mixed >> 29) &* 0xbf58_476d_1ce4_e5b9
        features.append(UInt32(truncatingIfNeeded: mixed >> 32))
    }

    /// Notes how large something is, by its power of two.
    @inline(__always)
    package mutating func note(size: Int, _ what: UInt64 = 0) {
        note(.size, UInt64(truncatingIfNeeded: Int.bitWidth - size.leadingZeroBitCount), what)
    }

    /// Notes an error: its code, and the shape of its path.
    package mutating func note(_ error: DecodeError, _ where: UInt64 = 0) {
        guard room > 0 else { return }
        let code = TextHash.of(error.code)
        note(.code, code, `where`)
        note(.path, TextHash.shape(error.path), code)
    }

    /// Notes deviations: each id with the shape of its path, and how many there are.
    package mutating func note(_ deviations: [Deviation], _ where: UInt64 = 0) {
        guard room > 0 else { return }
        for index in 0..<min(deviations.count, 16) {
            let deviation = deviations[index]
            note(.deviation, UInt64(deviation.id.number), TextHash.shape(deviation.path) ^ `where`)
        }
        note(.count, UInt64(min(deviations.count, 8)), `where`)
    }

    /// Notes a broken promise.
    package mutating func violate(_ oracle: Oracle, at location: String, _ detail: @autoclosure () -> String = "") {
        guard !violations.contains(where: { $0.oracle == oracle && $0.location == location }) else { return }
        violations.append(Violation(oracle, at: location, detail()))
    }
}

/// Hashes that are the same in every process.
package enum TextHash {
    /// Of a text.
    package static func of(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        return hash
    }

    /// Of a code.
    package static func of(_ code: DecodeError.Code) -> UInt64 { of(code.rawValue.utf8.span) }

    /// Of a path, where one index is like another.
    package static func shape(_ path: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        if path.isEmpty { return hash }
        for byte in path.utf8 where !(0x31...0x39).contains(byte) { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        return hash
    }

    /// Of bytes, eight at once.
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
