// SPDX-License-Identifier: Apache-2.0

/// A list that is made once and never changes, such as a table of names; reading it counts no references.
///
/// A list made without a ``FixedMemory`` is never freed. Whoever reads one that was made with it keeps that memory alive
/// meanwhile.
@safe
struct FixedList<Element: BitwiseCopyable & Sendable>: @unchecked Sendable, BitwiseCopyable {
    /// How many elements there are.
    let count: Int
    private let start: UnsafePointer<Element>

    init(_ elements: [Element], in memory: FixedMemory? = nil) {
        count = elements.count
        let room = UnsafeMutablePointer<Element>.allocate(capacity: Swift.max(1, elements.count))
        for (index, element) in elements.enumerated() { unsafe (room + index).initialize(to: element) }
        unsafe memory?.own(UnsafeMutableRawPointer(room))
        unsafe start = UnsafePointer(room)
    }

    /// The element at an index below `count`: one that came from the list itself.
    @inline(__always)
    subscript(index: Int) -> Element {
        _read {
            assert(index >= 0 && index < count)
            yield unsafe start[index]
        }
    }

    /// The index of every element.
    var indices: Range<Int> { 0..<count }
}

/// The memory of the lists and texts of one set of schemas, freed with the last reference to it.
///
/// It is filled by one thread while the schemas are read, and never changes afterwards.
@safe
final class FixedMemory: @unchecked Sendable {
    private var owned: [UnsafeMutableRawPointer] = unsafe []

    init() {}

    fileprivate func own(_ pointer: UnsafeMutableRawPointer) {
        unsafe owned.append(pointer)
    }

    /// A copy of a text, which lives as long as the memory.
    func text(_ text: String) -> FixedText {
        let bytes = FixedList(Array(text.utf8), in: self)
        return bytes.text
    }

    deinit {
        unsafe owned.forEach { unsafe $0.deallocate() }
    }
}

extension FixedList<UInt8> {
    /// The bytes as text, without a copy.
    fileprivate var text: FixedText { unsafe FixedText(start: start, count: count) }
}
