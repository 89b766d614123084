// SPDX-License-Identifier: Apache-2.0

/// The fragments received so far of one unit.
struct FragmentSet: Sendable {
    /// The header of the fragment that arrived first.
    private let header: ChatPacketHeader
    private let count: Int
    /// The size of the whole unit in bytes.
    let total: UInt32
    /// The stream offset of the fragment that arrived first (FRM-058).
    let place: Int
    private let time: Int64
    /// The buffer for the whole unit, allocated once (FRM-057).
    private var bytes: [UInt8]
    /// The offset and, in the high 32 bits, the length of each part by index, or 0 until the part arrives (FRM-081).
    private var parts: [UInt64]
    private var taken = 0
    private var lowest: Int
    private var highest = -1

    /// Creates a set with a buffer for the whole unit.
    init(_ header: ChatPacketHeader, _ fields: ChatFragmentFields, at place: Int, _ time: Int64) {
        self.header = header
        count = Int(fields.count)
        total = fields.total
        self.place = place
        self.time = time
        bytes = [UInt8](repeating: 0, count: Int(fields.total))
        parts = [UInt64](repeating: 0, count: Int(fields.count))
        lowest = Int(fields.count)
    }

    /// The sequence number shared by all fragments of the set.
    var sequence: UInt32 { header.sequence }

    /// Whether every part has arrived.
    var isComplete: Bool { taken == count }

    /// Returns the milliseconds since the first fragment.
    ///
    /// The result is at most 0 if the caller's clock went back.
    func age(at now: Int64) -> Int64 {
        let (age, isHuge) = now.subtractingReportingOverflow(time)
        return isHuge ? (now > time ? .max : 0) : age
    }

    /// Returns whether a fragment's count, total and flags match those of the set (FRM-053).
    func agrees(with other: ChatPacketHeader, _ fields: ChatFragmentFields) -> Bool {
        Int(fields.count) == count && fields.total == total && other.flags == header.flags
    }

    /// Returns why a matching part is rejected, if it is: FRM-054, FRM-055, or the second sentence of FRM-053.
    func refusal(_ fields: ChatFragmentFields, length: Int) -> DecodeError.Code? {
        let index = Int(fields.index)
        let start = Int(fields.offset)
        let end = start + length
        if parts[index] != 0 { return .frameFragmentDuplicate }
        let below = neighbor(of: index, -1)
        let above = neighbor(of: index, 1)
        if let below, Self.end(parts[below]) > start { return .frameFragmentOverlap }
        if let above, Self.start(parts[above]) < end { return .frameFragmentOverlap }
        if let below, !Self.canFill(start - Self.end(parts[below]), index - below - 1) { return .frameFragmentConflict }
        if let above, !Self.canFill(Self.start(parts[above]) - end, above - index - 1) { return .frameFragmentConflict }
        return nil
    }

    /// Stores a part that is not rejected.
    mutating func place(_ part: Span<UInt8>, _ fields: ChatFragmentFields) {
        let index = Int(fields.index)
        var room = bytes.mutableSpan
        room.copy(part, at: Int(fields.offset))
        parts[index] = UInt64(part.count) << 32 | UInt64(fields.offset)
        taken += 1
        lowest = min(lowest, index)
        highest = max(highest, index)
    }

    /// Returns the joined bytes, and gives up their ownership.
    mutating func removeBytes() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        return taken
    }

    /// Returns the nearest index in the direction `step` whose part has arrived.
    private func neighbor(of index: Int, _ step: Int) -> Int? {
        guard step < 0 ? lowest < index : highest > index else { return nil }
        var other = index + step
        while other >= 0, other < count {
            if parts[other] != 0 { return other }
            other += step
        }
        return nil
    }

    /// Returns whether a gap of `gap` bytes can hold exactly `missing` parts of at least one byte each.
    private static func canFill(_ gap: Int, _ missing: Int) -> Bool {
        missing == 0 ? gap == 0 : gap >= missing
    }

    private static func start(_ part: UInt64) -> Int { Int(truncatingIfNeeded: part & 0xffff_ffff) }

    private static func end(_ part: UInt64) -> Int { start(part) + Int(truncatingIfNeeded: part >> 32) }
}
