// SPDX-License-Identifier: Apache-2.0

/// A list that stays empty in most uses.
///
/// Until it is used, it has no storage, so that creating and destroying it needs no reference counting.
struct RareList<Element> {
    private var elements: [Element]?

    /// The number of elements.
    @inline(__always)
    var count: Int { elements?.count ?? 0 }

    /// The elements.
    var all: [Element] {
        get { elements ?? [] }
        _modify {
            var list = elements.take() ?? []
            defer { elements = list }
            yield &list
        }
    }
}

extension RareList: Sendable where Element: Sendable {}
