// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues

/// The configuration and the events of a machine as templates, with which the bytes of a schedule become a question
/// (FUZ-100).
///
/// `<a|b|c>` stands for one of several texts, and `#` for the number of one of three connections. The first text of
/// each choice is the simplest one, which an argument of 0 selects.
struct MachineVocabulary: Sendable {
    /// The name of the machine.
    let machine: String
    /// The members of the configuration.
    let configuration: String
    /// The members of each event besides its time.
    let events: [String]

    /// Returns the `session.run` request for a schedule.
    func question(_ schedule: SessionSchedule) -> TesteeRequest? {
        guard let first = schedule.steps.first else { return nil }
        let number = first.argument + first.operation / events.count * 256
        let list = schedule.steps.map { "{\"at\":\($0.time),\(event($0.operation, $0.argument))}" }
        guard let events = RawJSON(line: Array("[\(list.joined(separator: ","))]".utf8)),
            let config = RawJSON(line: Array("{\(configuration(number))}".utf8))
        else { return nil }
        return TesteeRequest("session.run", [("machine", RawJSON(machine)), ("config", config), ("events", events)])
    }

    /// Returns the members of the configuration that a number selects.
    func configuration(_ number: Int) -> String { MachineVocabulary.text(configuration, number, slot: 1) }

    /// Returns the members of the event that an operation and a number select.
    func event(_ operation: Int, _ number: Int) -> String {
        let slot = 1 + operation / events.count % 3
        return MachineVocabulary.text(events[operation % events.count], number, slot: slot)
    }

    /// The names of the members of the configuration that hold numbers.
    var numberNames: [String] {
        Set(configuration.matches(of: /"(\w+)":(?:-?[0-9]|\[[-0-9\]])/).map { String($0.1) }).sorted()
    }

    private static func text(_ template: String, _ number: Int, slot: Int) -> String {
        var choices = 0
        return text(template[...], number, &choices).replacing("#", with: String(slot))
    }

    private static func text(_ template: Substring, _ number: Int, _ choices: inout Int) -> String {
        var text = ""
        var rest = template
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            let (texts, end) = choice(rest[start...].dropFirst())
            let picked = texts[index(number, choices, of: texts.count)]
            choices += 1
            text += self.text(picked, number, &choices)
            rest = rest[end...]
        }
        return text + rest
    }

    /// Returns the texts of a choice, which may contain choices, and the index after it.
    private static func choice(_ template: Substring) -> (texts: [Substring], end: Substring.Index) {
        var texts: [Substring] = []
        var start = template.startIndex
        var depth = 0
        for place in template.indices {
            switch template[place] {
            case "<": depth += 1
            case ">" where depth > 0: depth -= 1
            case ">":
                return (texts + [template[start..<place]], template.index(after: place))
            case "|" where depth == 0:
                texts.append(template[start..<place])
                start = template.index(after: place)
            default: break
            }
        }
        return (texts + [template[start...]], template.endIndex)
    }

    /// Returns the index of a choice: the first follows from the number itself, and the others from a hash of it, which
    /// selects the simplest text half of the time.
    private static func index(_ number: Int, _ choice: Int, of count: Int) -> Int {
        if choice == 0 { return number % count }
        var hash = UInt32(truncatingIfNeeded: number) &* (2_654_435_761 &+ 80_006 &* UInt32(choice))
        hash = (hash ^ hash >> 15) &* 2_246_822_519
        hash ^= hash >> 13
        return hash & 1 == 0 ? 0 : Int(hash >> 1) % count
    }

    /// Returns schedules that are simpler than the given one: an argument, a delay or an operation is replaced by a
    /// smaller one.
    static func simpler(_ input: [UInt8]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        for place in input.indices where input[place] > 0 {
            let value = input[place]
            // The slot of an event is in the upper part of its operation.
            for smaller in Set([0, 1, value / 2, value - 1]) where smaller < value {
                var simpler = input
                simpler[place] = smaller
                result.append(simpler)
            }
        }
        return result
    }
}
