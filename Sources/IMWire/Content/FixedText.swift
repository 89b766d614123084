// SPDX-License-Identifier: Apache-2.0

/// UTF-8 text that never moves: a literal in the source, or a name in a schema.
///
/// It stands where a `StaticString` would, for tables that are also made at run time.
@safe
struct FixedText: @unchecked Sendable, BitwiseCopyable {
    private let start: UnsafePointer<UInt8>
    /// How many bytes the text has.
    let count: Int

    /// Takes a text written in the source.
    @inline(__always)
    init(_ literal: StaticString) {
        unsafe start = literal.utf8Start
        count = literal.utf8CodeUnitCount
    }

    /// Takes bytes that live as long as the text is used.
    @unsafe
    init(start: UnsafePointer<UInt8>, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    /// The text's bytes.
    @inline(__always)
    var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: count) }

    /// The byte at an offset below `count`.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count)
        return unsafe start[offset]
    }
}

extension FixedText: CustomStringConvertible {
    var description: String { unsafe String(decoding: bytes, as: UTF8.self) }
}
