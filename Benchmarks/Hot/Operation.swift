// SPDX-License-Identifier: Apache-2.0

/// An operation whose instructions are counted.
struct Operation: Sendable {
    let name: String
    /// The number of repetitions that gives a stable figure in about a second under callgrind.
    let count: Int
    /// Prepares the operation and repeats it.
    let run: @Sendable (Int) throws -> Void

    init(_ name: String, count: Int = 500, _ run: @escaping @Sendable (Int) throws -> Void) {
        self.name = name
        self.count = count
        self.run = run
    }
}

/// Uses a value, so that the optimizer keeps the code that computes it.
@inline(never)
func consume<Value>(_ value: Value) {}
