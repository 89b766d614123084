// SPDX-License-Identifier: Apache-2.0

extension RandomAccessCollection where Index == Int {
    /// Returns the index of the first element that satisfies a condition, which all later ones satisfy too, or the end.
    func firstSorted(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
