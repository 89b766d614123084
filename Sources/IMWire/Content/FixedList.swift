// SPDX-License-Identifier: Apache-2.0

/// An immutable list, such as a table of names, that is read without reference counting.
///
/// A list created without a ``FixedMemory`` is never freed. The memory of a list created with one must be kept alive
/// while the list is read.
@safe
struct FixedList<Element: BitwiseCopyable & Sendable>: @unchecked Sendable, BitwiseCopyable {
    /// The number of elements.
    let count: Int
    private let start: UnsafePointer<Element>

    init(_ elements: [Element], in memory: FixedMemory? = nil) {
        count = elements.count
        let room = UnsafeMutablePointer<Element>.allocate(capacity: Swift.max(1, elements.count))
        for (index, element) in elements.enumerated() { unsafe (room + index).initialize(to: element) }
        unsafe memory?.own(UnsafeMutableRawPointer(room))
        unsafe start = UnsafePointer(room)
    }

    /// Accesses the element at `index`, which must be one of the list's ``indices``.
    @inline(__always)
    subscript(index: Int) -> Element {
        _read {
            assert(index >= 0 && index < count)
            yield unsafe start[index]
        }
    }

    /// The indices of the elements.
    var indices: Range<Int> { 0..<count }
}

/// The memory of the lists and texts of one set of schemas, which is freed with the last reference to it.
///
/// One thread fills the memory while the schemas are read; it never changes afterwards.
@safe
final class FixedMemory: @unchecked Sendable {
    private var owned: [UnsafeMutableRawPointer] = unsafe []

    init() {}

    fileprivate func own(_ pointer: UnsafeMutableRawPointer) {
        unsafe owned.append(pointer)
    }

    /// Returns a copy of a text that is valid as long as the memory.
    func text(_ text: String) -> FixedText {
        let bytes = FixedList(Array(text.utf8), in: self)
        return bytes.text
    }

    deinit {
        unsafe owned.forEach { unsafe $0.deallocate() }
    }
}

extension FixedList<UInt8> {
    /// The bytes as text, without copying them.
    fileprivate var text: FixedText { unsafe FixedText(start: start, count: count) }
}
