// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

@Suite("Like merging")
struct LikeMergerTests {
    @Test("A hundred likes in a second are one message at the end of the second (CNT-150, CRM-060)")
    func merging() {
        var merger = LikeMachine()
        for like in 0..<100 { #expect(merger.handle(.like, at: Int64(like * 10)).isEmpty) }
        let due = merger.nextDue
        #expect(due == 1_000)
        #expect(merger.handle(.tick, at: 999).isEmpty)
        #expect(merger.handle(.tick, at: 1_000) == [TimedAction(1_000, .send(count: 100))])
        #expect(merger.handle(.tick, at: 5_000).isEmpty)
        let idle = merger.nextDue
        #expect(idle == nil)
    }

    @Test("A window outside its range is reported (SES-142)")
    func validation() throws {
        var configuration = LikeMachine.Configuration()
        try configuration.validate()
        configuration.interval = 3_600_001
        let long = configuration
        #expect(throws: SessionError(.config, path: "/interval")) { try long.validate() }
    }

    @Test("The largest and smallest times neither trap nor delay likes")
    func extremes() {
        var merger = LikeMachine()
        #expect(merger.handle(.like, at: .min).isEmpty)
        let early = merger.handle(.like, at: .max)
        #expect(early.map(\.action) == [.send(count: 1)])
        let late = merger.handle(.leave, at: .min)
        #expect(late.map(\.action) == [.send(count: 1)])
        let due = merger.nextDue
        #expect(due == nil)
    }

    @Test("The counts add up to the likes, and an event has at most one action (CRM-062)", arguments: 1...50)
    func nothingIsLost(seed: UInt64) {
        var merger = LikeMachine()
        var state = seed &* 0x9e37_79b9_7f4a_7c15
        var now: Int64 = 0
        var given = 0
        var sent = 0
        var times: [Int64] = []
        func record(_ steps: [TimedAction<LikeMachine.Action>], isLeave: Bool = false) {
            #expect(steps.count <= 1)
            for step in steps {
                if case .send(let count) = step.action { sent += count }
                if !isLeave { times.append(step.time) }
            }
        }
        for _ in 0..<1_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            now += Int64(state >> 33 % 700) - 50
            given += 1
            record(merger.handle(.like, at: now))
        }
        record(merger.handle(.leave, at: now), isLeave: true)
        #expect(sent == given)
        #expect(merger.handle(.leave, at: now).isEmpty)
        // At most one message per second (CNT-150).
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1_000 })
    }
}
