// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Times as durations")
struct MillisecondTimesTests {
    @Test("A time can be read and set as a duration")
    func times() {
        var configuration = ChatClientMachine.Configuration(user: "u")
        #expect(configuration[\.loginTimeout] == .seconds(10))
        configuration[\.loginTimeout] = .seconds(5)
        #expect(configuration.loginTimeout == 5_000)
        configuration[\.backoff] = [.zero, .milliseconds(1_500)]
        #expect(configuration.backoff == [0, 1_500])
        #expect(configuration[\.backoff] == [.zero, .milliseconds(1_500)])
        var limits = ChatFramingLimits()
        limits[\.fragmentAge] = .seconds(1)
        #expect(limits.fragmentAge == 1_000)
    }

    @Test("A duration is rounded towards zero and limited, whatever its size")
    func limits() {
        #expect(Duration.microseconds(1_999).wholeMilliseconds == 1)
        #expect(Duration.microseconds(-1_999).wholeMilliseconds == -1)
        #expect(Duration.milliseconds(Int64.max).wholeMilliseconds == .max)
        #expect(Duration.milliseconds(Int64.min).wholeMilliseconds == .min)
        #expect(Duration.milliseconds(Int64.max - 1).wholeMilliseconds == .max - 1)
        #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
    }

    @Test("A machine can be driven with durations")
    func machine() {
        var timed = ChatClientMachine(ChatClientMachine.Configuration(user: "u"))
        var counted = ChatClientMachine(ChatClientMachine.Configuration(user: "u"))
        let steps = timed.handle(.connect, at: .seconds(2))
        #expect(steps == counted.handle(.connect, at: Int64(2_000)))
        #expect(steps.allSatisfy { $0.duration == .seconds(2) })
    }
}
