// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import Platform

/// A timer that measures several bodies in turns and takes medians, so that other load on the machine affects all
/// bodies alike.
///
/// It uses the thread's processor time, which excludes time in which the machine runs something else.
struct Stopwatch {
    /// The target duration of one turn of one body, in milliseconds.
    var turn = 8.0
    var turns = 15

    /// Returns the nanoseconds per call of each body.
    func measure(_ bodies: [() -> Void]) -> [Double] {
        measure(loops: bodies.map { body in { count in for _ in 0..<count { body() } } })
    }

    /// Returns the nanoseconds per round of each loop, which is passed the number of rounds.
    ///
    /// A loop can own everything that it uses, so that no closure call and no exclusivity check is measured with it.
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

/// Prevents the optimizer from removing the measured code.
@inline(never)
func keep<Value>(_ value: borrowing Value) {}

#endif
