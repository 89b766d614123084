// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Values in order of a time, of which a suffix or prefix is found without visiting the others.
///
/// Values are removed by moving the later ones, which costs a few microseconds for the thousands of small values that a
/// store holds.
struct TimeIndex<Value: Sendable>: Sendable {
    private var times: [Int64] = []
    private var values: [Value] = []
    private let work: ServiceWork

    init(_ work: ServiceWork) {
        self.work = work
    }

    var count: Int { times.count }
    var isEmpty: Bool { times.isEmpty }
    var lastTime: Int64? { times.last }

    /// Returns the value at a position from 0 to `count - 1`, which counts as a step.
    subscript(_ index: Int) -> (time: Int64, value: Value) {
        work.add()
        return (times[index], values[index])
    }

    /// Returns the number of values up to a time, which is the position of the first later one.
    func count(upTo time: Int64) -> Int {
        var (low, high) = (0, times.count)
        // Most values are added, and most searches made, at the end.
        if let last = times.last, last <= time { return high }
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the number of values before a time, which is the position of the first at that time or later.
    func count(before time: Int64) -> Int {
        time == .min ? 0 : count(upTo: time - 1)
    }

    /// Returns the positions of the values at a time.
    func range(at time: Int64) -> Range<Int> { count(before: time)..<count(upTo: time) }

    /// Adds a value after all values with the same time or an earlier one.
    mutating func add(_ value: Value, at time: Int64) {
        let index = count(upTo: time)
        times.insert(time, at: index)
        values.insert(value, at: index)
        work.add()
    }

    /// Removes the value at a position, which is no step because the value was added once.
    @discardableResult
    mutating func remove(at index: Int) -> Value {
        times.remove(at: index)
        return values.remove(at: index)
    }

    mutating func removeFirst(_ count: Int) -> [Value] {
        let removed = Array(values.prefix(count))
        times.removeFirst(removed.count)
        values.removeFirst(removed.count)
        return removed
    }

    /// Returns the times up to a time, whose values are about to be removed.
    func times(upTo time: Int64) -> ArraySlice<Int64> { times.prefix(count(upTo: time)) }

    /// All values in order, each of which counts as a step.
    var all: [Value] {
        work.add(values.count)
        return values
    }
}

extension TimeIndex where Value: Equatable {
    /// Removes a value that was added at a time; returns false if it is not there.
    @discardableResult
    mutating func remove(_ value: Value, at time: Int64) -> Bool {
        for index in range(at: time) where values[index] == value {
            remove(at: index)
            return true
        }
        return false
    }
}

/// A count of the stored values that the service visits, which is the measure of its work.
///
/// Stores hand out their values only through types that count, so that a query that visits more values than it answers
/// shows in a test and in the fuzzer.
package final class ServiceWork: Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    /// The number of values visited so far.
    package var steps: Int { count.load(ordering: .relaxed) }

    func add(_ steps: Int = 1) {
        count.wrappingAdd(steps, ordering: .relaxed)
    }
}
