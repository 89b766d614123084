// SPDX-License-Identifier: Apache-2.0

/// A list that is made once and never freed, such as a table of names: reading it counts no references.
///
/// Only for what lives as long as the program: the memory does not come back.
@safe
struct Immortal<Element: BitwiseCopyable & Sendable>: @unchecked Sendable, BitwiseCopyable {
    /// How many elements there are.
    let count: Int
    private let start: UnsafePointer<Element>

    init(_ elements: [Element]) {
        count = elements.count
        let room = UnsafeMutablePointer<Element>.allocate(capacity: Swift.max(1, elements.count))
        for (index, element) in elements.enumerated() { unsafe (room + index).initialize(to: element) }
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
