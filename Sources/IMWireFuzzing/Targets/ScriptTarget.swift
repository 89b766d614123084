// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for scripts of `session.run`: configurations at and beyond their ranges, and events at any time.
///
/// The targets of the machines themselves have fixed configurations, and times that increase by at most one minute.
struct ScriptTarget: JSONTextTarget {
    let name = "scripts"

    /// A machine, the events that bring it online, and the names of its configuration's numbers.
    private struct Machine {
        let vocabulary: MachineVocabulary
        let prologue: [SessionSchedule.Step]
        let numbers: [String]

        init(_ target: some ScheduleTarget) {
            vocabulary = target.vocabulary
            prologue = SessionSchedule(target.prologue).steps
            numbers = target.vocabulary.numberNames
        }
    }

    private static let machines = [
        Machine(ClientTarget()), Machine(ServerTarget()), Machine(ChatroomTarget()), Machine(LikesTarget()),
        Machine(StreamTarget()), Machine(RMTPClientTarget()), Machine(RMTPServerTarget()),
    ]
    let dictionary = (machines.flatMap(\.numbers) + ["machine", "config", "events", "at", "event"]).sorted()
        .map { Array($0.utf8) }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let script = try? RawJSON(parsing: input.span) else { return }
        let memory = MemoryOracle()
        do throws(SessionScript.Skip) {
            let answer = try SessionScript.run(script)
            ScriptTarget.check(answer, script, &observation)
        } catch {
            let refusal = error.refusal
            observation.record(.code, TextHash.of(refusal?.code ?? "skip"), TextHash.of(refusal?.path ?? ""))
        }
        // An answer is at most 4 MiB (SES-145), and the list of its actions takes several times as much.
        memory.check(name, input: input.count, factor: 20_000, base: 256 << 20, &observation)
    }

    /// Checks whether actions are bounded, and their times increase within those of the events (SES-143 to SES-145).
    private static func check(_ answer: RawJSON, _ script: RawJSON, _ observation: inout Observation) {
        let actions = answer["actions"]?.elements ?? []
        observation.record(.count, UInt64(min(actions.count, 8)))
        observation.record(size: actions.count)
        if answer.text.utf8.count > 5 << 20 { observation.violate(.memory, at: "script actions") }
        // A time beyond 64 bits counts as the last one (SES-144).
        let latest = script["events"]?.elements?.compactMap { Int64(clamping: $0["at"]?.number) }.max() ?? 0
        var last = Int64.min
        for action in actions {
            observation.record(.order, TextHash.of(action["action"]?.string ?? ""))
            guard let time = action["at"]?.number?.int64 else {
                observation.violate(.session, at: "script action without a time")
                continue
            }
            if time < last { observation.violate(.session, at: "script time falls") }
            if time > max(latest, -9_007_199_254_740_991) {
                observation.violate(.session, at: "script action in the future")
            }
            last = time
        }
    }

    // MARK: Making inputs

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        let machine = EdgeValues.pick(ScriptTarget.machines, &random)
        let words = machine.vocabulary
        var config = [words.configuration(random.chance(50) ? 0 : random.pick(0...255))]
        for _ in 0..<random.pick(0...3) {
            config.append("\"\(EdgeValues.pick(machine.numbers, &random))\":\(ScriptTarget.number(&random))")
        }
        var text = #"{"machine":"\#(words.machine)","config":{\#(config.joined(separator: ","))},"events":["#
        var time: Int64 = 0
        let prologue = machine.prologue
        for index in 0..<random.pick(1...12) {
            // Most scripts begin with the events that bring a machine online.
            let isFirst = prologue.indices.contains(index) && random.chance(80)
            let operation = isFirst ? prologue[index].operation : random.pick(0...31)
            let event = words.event(operation, isFirst ? prologue[index].argument : random.pick(0...255))
            let later = EdgeValues.pick([Int64(0), 1, 10, 1_000, 60_000, 86_400_000, 1_000_000_000_000_000], &random)
            time = random.chance(3) ? .max : time.later(by: later)
            text += "\(index == 0 ? "" : ","){\"at\":\(time),\(event)}"
        }
        return Array((text + "]}").utf8)
    }

    private static func number(_ random: inout SeededRandom) -> String {
        random.chance(50)
            ? EdgeValues.pick(["0", "1", "-1", "2", "50", "1000", "86400000", "86400001", "[0]", "[0,1]"], &random)
            : EdgeValues.pick(EdgeValues.numbers, &random)
    }

    func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .sessionRun else { return nil }
        return Array(RawJSON.object(item.input.members).text.utf8)
    }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let members = (try? RawJSON(parsing: input.span))?.members else { return nil }
        return TesteeRequest(Case.Operation.sessionRun.rawValue, members)
    }

}

extension Int64 {
    /// Creates the nearest integer to a number, or returns nil for an absent one.
    fileprivate init?(clamping number: JSONNumber?) {
        guard let number else { return nil }
        self = number.int64 ?? (number.double < 0 ? .min : .max)
    }
}
