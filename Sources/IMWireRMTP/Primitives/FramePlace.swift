// SPDX-License-Identifier: Apache-2.0

/// Where a string lies in a body, in eight bytes: views stay small, and are moved about often.
struct FrameTextPlace {
    private let start: UInt32
    private let count: UInt16
    private let form: FrameTextForm
    private let isThere: Bool

    /// A string that is not there (RMTP-005).
    static let absent = FrameTextPlace(start: 0, count: 0, form: [], isThere: false)

    private init(start: UInt32, count: UInt16, form: FrameTextForm, isThere: Bool) {
        self.start = start
        self.count = count
        self.form = form
        self.isThere = isThere
    }

    /// A string that has been read: no layout puts one further back than a few times its length.
    @inline(__always)
    init(_ start: Int, _ end: Int, _ form: FrameTextForm) {
        self.init(
            start: UInt32(truncatingIfNeeded: start), count: UInt16(truncatingIfNeeded: end &- start), form: form,
            isThere: true)
    }

    /// The string in the bytes that it was read from; nil where it is not there.
    @inline(__always)
    @_lifetime(copy bytes)
    func view(_ bytes: Span<UInt8>) -> FrameTextView? {
        guard isThere else { return nil }
        return FrameTextView(bytes.part(Int(start), Int(start) &+ Int(count)), form)
    }
}

/// Where the rest of a body begins; it is always behind a few strings at most.
struct FrameRestPlace {
    private let start: UInt32

    /// A rest that is not there (RMTP-040).
    static let absent = FrameRestPlace(start: .max)

    private init(start: UInt32) {
        self.start = start
    }

    @inline(__always)
    init(_ start: Int) {
        self.init(start: UInt32(truncatingIfNeeded: start))
    }

    /// The rest of the bytes that it was read from; nil where it is not there.
    @inline(__always)
    @_lifetime(copy bytes)
    func view(_ bytes: Span<UInt8>) -> Span<UInt8>? {
        guard start != .max else { return nil }
        return bytes.part(Int(start), bytes.count)
    }
}
