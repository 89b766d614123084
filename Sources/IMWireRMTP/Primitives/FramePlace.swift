// SPDX-License-Identifier: Apache-2.0

/// The place of a string in a body, packed into eight bytes because views are moved often and should be small.
struct FrameTextPlace {
    private let start: UInt32
    private let count: UInt16
    private let form: FrameTextForm
    private let isThere: Bool

    /// The place of an absent string (RMTP-005).
    static let absent = FrameTextPlace(start: 0, count: 0, form: [], isThere: false)

    private init(start: UInt32, count: UInt16, form: FrameTextForm, isThere: Bool) {
        self.start = start
        self.count = count
        self.form = form
        self.isThere = isThere
    }

    /// Creates the place of a string that has been read.
    ///
    /// The offset fits 32 bits, because in every layout only a few strings of at most 65535 bytes precede one.
    @inline(__always)
    init(_ start: Int, _ end: Int, _ form: FrameTextForm) {
        self.init(
            start: UInt32(truncatingIfNeeded: start), count: UInt16(truncatingIfNeeded: end &- start), form: form,
            isThere: true)
    }

    /// Returns the string in the bytes from which it was read, or nil if it is absent.
    @inline(__always)
    @_lifetime(copy bytes)
    func view(_ bytes: Span<UInt8>) -> FrameTextView? {
        guard isThere else { return nil }
        return FrameTextView(bytes.part(Int(start), Int(start) &+ Int(count)), form)
    }
}

/// The offset at which the rest of a body begins, which only a few strings can precede.
struct FrameRestPlace {
    private let start: UInt32

    /// The place of an absent rest (RMTP-040).
    static let absent = FrameRestPlace(start: .max)

    private init(start: UInt32) {
        self.start = start
    }

    @inline(__always)
    init(_ start: Int) {
        self.init(start: UInt32(truncatingIfNeeded: start))
    }

    /// Returns the rest of the bytes from which it was read, or nil if it is absent.
    @inline(__always)
    @_lifetime(copy bytes)
    func view(_ bytes: Span<UInt8>) -> Span<UInt8>? {
        guard start != .max else { return nil }
        return bytes.part(Int(start), bytes.count)
    }
}
