// SPDX-License-Identifier: Apache-2.0

infix operator ..| : RangeFormationPrecedence

/// The tokens from one index up to another; none where the other lies before it.
///
/// Code that no compiler would take has its parts in any order (a value before the name, an end before the beginning),
/// and the scanner reads it all the same.
func ..| (start: Int, end: Int) -> Range<Int> {
    start..<max(start, end)
}
