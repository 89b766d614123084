// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport

/// A schedule of events with three bytes each: the operation, the delay, and the argument.
struct SessionSchedule {
    /// A step of a schedule, independent of the machine.
    struct Step {
        /// The number that selects the operation.
        var operation: Int
        /// The time of the event, in ms.
        var time: Int64
        /// The number from which the operation's argument follows.
        var argument: Int
    }

    /// The maximum number of bytes that are read.
    static let maximumLength = 144
    /// The steps, 48 at most.
    let steps: [Step]

    private static let delays: [Int64] = [
        0, 0, 1, 10, 100, 500, 999, 1_000, 1_001, 1_500, 2_000, 3_000, 5_000, 10_000, 10_001, 60_000,
    ]

    /// Creates a schedule from bytes; a remainder of fewer than three bytes is ignored.
    init(_ input: [UInt8]) {
        var steps: [Step] = []
        var time: Int64 = 0
        for start in stride(from: 0, to: min(input.count - input.count % 3, SessionSchedule.maximumLength), by: 3) {
            let delay = input[start + 1]
            // The caller's clock sometimes goes backwards (SES-002).
            time += delay == 255 ? -500 : SessionSchedule.delays[Int(delay & 15)]
            steps.append(Step(operation: Int(input[start]), time: time, argument: Int(input[start + 2])))
        }
        self.steps = steps
    }

    private static let kinds: [ChatMessageKind] = [
        .normal, .normal, .normalReceipt, .loginReceipt, .invalidReceipt, .repeal, .repealReceipt, .validate, .system,
        .login,
        .heartbeat, .unknown,
    ]

    private static let messageIDs = ["m0", "m1", "m2", "m3"]
    private static let keys = ["k0", "k1", "k2", "k3"]
    private static let users = ["a", "b", "c"]

    /// Returns a message whose kind, ids and recipient follow from a number; the ids are from a small pool.
    static func message(_ number: Int) -> ChatMessage {
        let kind = kinds[number % kinds.count]
        if kind == .heartbeat { return ChatMessage(heartbeat: .standard) }
        var message = ChatMessage(kind, messageID: number & 0x80 == 0 ? messageIDs[number / 12 % 4] : nil)
        message.senderID = users[number / 16 % 3]
        if number & 0x40 != 0 { message.clientMessageID = keys[number / 8 % 4] }
        if number & 0x20 == 0 {
            message.chatType = .user
            message.recipientID = number & 0x10 == 0 ? "a" : "b"
        } else {
            message.chatType = .group
            message.groupID = number & 0x10 == 0 ? "g" : "nobody"
        }
        if kind == .login {
            message.deviceType = "iOS"
            message.versionCode = "1.0"
        }
        if kind == .invalidReceipt || kind == .loginReceipt, number & 3 == 3 {
            message.code = JSONNumber(number % 3 == 0 ? 31_010 : number % 3 == 1 ? 31_009 : 1)
        }
        return message
    }

    /// Returns a batch of two to six messages that follow from a number, most of which are contents and recalls.
    static func batch(_ number: Int) -> [ChatMessage] {
        (0..<2 + number % 5).map { index in
            let own = number &* (1 + 37 * index) & 255
            let isContent = (own >> 3 &+ index) & 3 != 0
            return message(isContent ? own / 12 * 12 + [0, 1, 5, 8][own & 3] : own)
        }
    }

    /// Returns a random schedule, usually preceded by the prologue.
    static func generate(_ prologue: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = random.chance(90) ? prologue : []
        for _ in 0..<random.pick(1...24) {
            input += [UInt8(random.pick(0...31)), UInt8(random.pick(0...12)), UInt8(truncatingIfNeeded: random.next())]
        }
        if random.chance(5) { input += [0, 255, 0, 2, 5, 1] }
        return input
    }

    /// Returns a schedule with a step duplicated, removed, swapped, inserted or changed, or with steps of another
    /// schedule.
    static func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var steps = split(input)
        guard !steps.isEmpty else { return generate([], &random) }
        PartMutator.mutate(&steps, with: split(other), &random) { random in
            [UInt8(random.pick(0...31)), UInt8(random.pick(0...15)), UInt8(truncatingIfNeeded: random.next())]
        } change: { step, random in
            step[random.pick(0...2)] = UInt8(truncatingIfNeeded: random.next())
        }
        return Array(steps.joined().prefix(maximumLength))
    }

    private static func split(_ input: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: input.count - input.count % 3, by: 3).map { Array(input[$0..<$0 + 3]) }
    }

    /// Returns the schedules that lack a run of steps, of half the schedule down to one step.
    static func smaller(_ input: [UInt8]) -> [[UInt8]] {
        let end = input.count - input.count % 3
        var result: [[UInt8]] = []
        var length = max(3, end / 6 * 3)
        while true {
            for start in stride(from: 0, to: end, by: length) {
                result.append(Array(input[..<start] + input[min(end, start + length)...]))
            }
            if length == 3 { return result }
            length = max(3, length / 6 * 3)
        }
    }
}
