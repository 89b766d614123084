// SPDX-License-Identifier: Apache-2.0

/// One side of a comparison: a library and what it does.
struct Side {
    /// The name of the library.
    let name: String
    let version: String
    let operation: String
    /// The operation of this project that the operation is compared with.
    let against: String
    /// Performs the operation a number of times, and returns the nanoseconds of processor time.
    let run: (Int) -> Double

    /// Creates a side that runs in this thread; the loop owns all that it needs, so that no call is measured with it.
    init(_ name: String, _ version: String, _ operation: String, against: String, _ loop: @escaping (Int) -> Void) {
        self.init(timed: { count in Clock.nanoseconds { loop(count) } }, name, version, operation, against: against)
    }

    /// Creates a side that measures its own time.
    init(
        timed run: @escaping (Int) -> Double, _ name: String, _ version: String, _ operation: String, against: String
    ) {
        self.name = name
        self.version = version
        self.operation = operation
        self.against = against
        self.run = run
    }

    /// Creates a side of this project.
    static func ours(_ operation: String, _ loop: @escaping (Int) -> Void) -> Side {
        Side("imwire", "", operation, against: operation, loop)
    }
}

/// The reason for which two sides cannot be compared.
struct Disagreement: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
