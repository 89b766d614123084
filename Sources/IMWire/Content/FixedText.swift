// SPDX-License-Identifier: Apache-2.0

/// UTF-8 text at a fixed address: a literal in the source or a name in a schema.
///
/// It takes the place of `StaticString` in tables that are also built at run time.
@safe
struct FixedText: @unchecked Sendable, BitwiseCopyable {
    private let start: UnsafePointer<UInt8>
    /// The number of bytes in the text.
    let count: Int

    /// Creates a text from a literal.
    @inline(__always)
    init(_ literal: StaticString) {
        unsafe start = literal.utf8Start
        count = literal.utf8CodeUnitCount
    }

    /// Creates a text from bytes that must outlive it.
    @unsafe
    init(start: UnsafePointer<UInt8>, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    /// The bytes of the text.
    @inline(__always)
    var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: count) }

    /// Returns the byte at `offset`, which must be less than `count`.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count)
        return unsafe start[offset]
    }
}

extension FixedText: CustomStringConvertible {
    var description: String { unsafe String(decoding: bytes, as: UTF8.self) }
}

extension [UInt8] {
    /// Appends text that is written in the source.
    package mutating func append(literal text: StaticString) {
        unsafe append(contentsOf: FixedText(text).bytes)
    }
}
