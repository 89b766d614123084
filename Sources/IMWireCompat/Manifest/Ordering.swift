// SPDX-License-Identifier: Apache-2.0

extension Sequence {
    /// Returns the elements in order; equal ones stay in theirs.
    ///
    /// `sorted` has a copy of its algorithm for each call, and the copies were a tenth of the code.
    func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
        let all = Array(self)
        return Ordering.indices(all.count) { precedes(all[$0], all[$1]) }.map { all[$0] }
    }
}

private enum Ordering {
    @inline(never) static func indices(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
        (0..<count).sorted(by: precedes)
    }
}
