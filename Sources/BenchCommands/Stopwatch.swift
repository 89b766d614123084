// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import Platform

/// Measures several bodies in turns, so that whatever else the machine does hits them alike, and takes medians.
///
/// The clock is that of the thread: time in which the machine runs something else does not count.
struct Stopwatch {
    /// Milliseconds that one turn of one body should take.
    var turn = 8.0
    /// How many turns each body has.
    var turns = 15

    /// Nanoseconds a call for each body.
    func measure(_ bodies: [() -> Void]) -> [Double] {
        measure(loops: bodies.map { body in { count in for _ in 0..<count { body() } } })
    }

    /// Nanoseconds a round for each loop, which is told how many rounds it has; what a loop uses can be its own, so that
    /// no closure and no check of exclusive access is measured with it.
    func measure(loops: [(Int) -> Void]) -> [Double] {
        let counts = loops.map { loop in
            var count = 1
            while true {
                let time = nanoseconds { loop(count) }
                if time > turn * 200_000 || count > 1 << 24 {
                    return max(1, Int(Double(count) * turn * 1_000_000 / max(time, 1)))
                }
                count *= 2
            }
        }
        var times = [[Double]](repeating: [], count: loops.count)
        for _ in 0..<turns {
            for (index, loop) in loops.enumerated() {
                let count = counts[index]
                times[index].append(nanoseconds { loop(count) } / Double(count))
            }
        }
        return times.map { $0.sorted()[$0.count / 2] }
    }

    private func nanoseconds(_ body: () -> Void) -> Double {
        let start = threadTime
        body()
        return threadTime - start
    }

    private var threadTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// Keeps the optimiser from removing what is measured.
@inline(never)
func keep<Value>(_ value: borrowing Value) {}

#endif
