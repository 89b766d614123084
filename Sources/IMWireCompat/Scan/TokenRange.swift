// SPDX-License-Identifier: Apache-2.0

infix operator ..| : RangeFormationPrecedence

/// Returns the tokens from `start` up to `end`, or none if `end` precedes `start`.
///
/// In code that does not compile, parts may be in any order (a value before the name, an end before the beginning), and
/// the scanner reads such code too.
func ..| (start: Int, end: Int) -> Range<Int> {
    start..<max(start, end)
}
