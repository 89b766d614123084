// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Like merging")
struct LikeMergerTests {
    @Test("A hundred likes in a second are one message at once and one after it (CNT-150)")
    func merging() {
        var merger = LikeMerger()
        var sent: [Int] = []
        for like in 0..<100 { if let count = merger.like(at: Int64(like * 10)) { sent.append(count) } }
        #expect(sent == [1])
        #expect(merger.nextDue == 1_000)
        #expect(merger.due(at: 999) == nil)
        #expect(merger.due(at: 1_000) == 99)
        #expect(merger.due(at: 5_000) == nil)
    }

    @Test("The largest and smallest times neither trap nor hold likes back (CNT-150)")
    func extremes() {
        var merger = LikeMerger()
        #expect(merger.like(at: .min) == 1)
        #expect(merger.like(at: .min + 999) == nil)
        #expect(merger.nextDue == Int64.min + 1_000)
        #expect(merger.like(at: .max) == 2)
        #expect(merger.like(at: .max) == nil)
        #expect(merger.nextDue == .max)
        #expect(merger.like(at: .min) == 2)
        var slow = LikeMerger(interval: .max)
        #expect(slow.like(at: -5) == 1)
        #expect(slow.like(at: .max - 6) == nil)
        #expect(slow.nextDue == Int64.max - 5)
        #expect(slow.due(at: .max - 5) == 1)
        #expect(slow.like(at: .max) == nil)
        #expect(slow.leave() == 1)
    }

    @Test("The counts add up to the likes, whatever the clock does (CNT-151)", arguments: 1...50)
    func nothingIsLost(seed: UInt64) {
        var merger = LikeMerger()
        var state = seed &* 0x9e37_79b9_7f4a_7c15
        var now: Int64 = 0
        var given = 0
        var sent = 0
        for _ in 0..<1_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            now += Int64(state >> 33 % 700) - 50
            given += 1
            sent += merger.like(at: now) ?? 0
        }
        sent += merger.leave() ?? 0
        #expect(sent == given)
        #expect(merger.leave() == nil)
    }
}
