// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport

/// A target for the pull of a stream message under random schedules of events.
struct StreamTarget: ScheduleTarget {
    let name = "stream"
    let prologue: [UInt8] = [0, 0, 0, 1, 1, 0]
    let vocabulary = MachineVocabulary.stream

    mutating func run(_ schedule: SessionSchedule, _ observation: inout Observation) {
        var configuration = StreamPullMachine.Configuration()
        configuration.textBytes = 24
        configuration.chunks = 6
        configuration.isSynchronized = schedule.steps.first.map { $0.argument & 0x80 != 0 } ?? false
        var model = StreamModel(configuration)
        SessionRun.check(
            name, schedule, StreamTarget.event, most: 1, make: { StreamPullMachine(configuration) }, &observation
        ) { event, actions, pull, observation in
            let expected = model.handle(event)
            if actions.map(\.action) != (expected.map { [$0] } ?? []) {
                observation.violate(.session, at: "stream actions", "\(actions.map(\.action))")
            }
            if pull.isSynchronized != model.isSynchronized || pull.text != model.text || pull.missing != model.missing {
                observation.violate(.session, at: "stream state")
            }
            let gaps = UInt64(min(model.missing.count, 2))
            observation.record(.state, UInt64(min(model.chunks.count, 2)) << 2 | gaps, model.number(of: expected))
        }
    }

    private static func event(_ step: SessionSchedule.Step) -> StreamPullMachine.Event {
        let number = step.argument
        switch step.operation % 16 {
        case 0: return .request
        case 1: return .begin
        case 2: return .end(code: number & 1 == 0 ? 0 : 30_011, stopReason: number & 2 == 0 ? nil : number >> 2 & 1)
        case 3: return .tick
        default:
            var chunk = ContentStreamChunk(content: "", isComplete: number & 0xe0 == 0xe0, sequence: 0)
            let numbers: [JSONNumber?] = [0, nil, -1, 1.5, JSONNumber(Int64.max), JSONNumber(Int64.max - 1)]
            let sequence = number & 0x1f < 26 ? JSONNumber(number & 0x1f % 8 + 1) : numbers[(number & 0x1f) - 26]
            if let sequence { chunk.sequence = sequence } else { chunk.clearSequence() }
            let texts = ["a", "bc", "\u{4f60}", "", nil, "\u{1f600}!", "e\u{301}", "0123456789abcdef"]
            if let text = texts[number >> 5] { chunk.content = text } else { chunk.clearContent() }
            if number & 0x40 != 0 { chunk.completeReason = JSONNumber(number & 3) }
            return .chunk(chunk)
        }
    }
}

/// A model of the pull that looks at all chunks each time (SES-130 to SES-138).
private struct StreamModel {
    private enum State {
        case idle, requested, pulling, synced
    }

    private let configuration: StreamPullMachine.Configuration
    private var state: State
    private(set) var chunks: [Int64: String] = [:]
    private var isUnplaced = false
    private var last: (number: Int64, reason: JSONNumber?)?

    init(_ configuration: StreamPullMachine.Configuration) {
        self.configuration = configuration
        state = configuration.isSynchronized ? .synced : .idle
    }

    var isSynchronized: Bool { state == .synced }

    var text: String {
        guard var number = chunks.keys.min() else { return "" }
        var text = ""
        while let chunk = chunks[number] {
            text += chunk
            number += 1
        }
        return text
    }

    var missing: [ClosedRange<Int64>] {
        let numbers = chunks.keys.sorted()
        return zip(numbers, numbers.dropFirst()).filter { $1 - $0 > 1 }.map { $0 + 1...$1 - 1 }
    }

    mutating func handle(_ event: StreamPullMachine.Event) -> StreamPullMachine.Action? {
        switch event {
        case .request:
            if state == .synced { return .refused(code: 39_007) }
            if state != .idle { return .refused(code: 39_006) }
            state = .requested
            return .pull
        case .begin:
            guard state == .requested else { return nil }
            self = StreamModel(configuration)
            state = .pulling
            return .initialized
        case .chunk(let chunk):
            return state == .pulling ? add(chunk) : nil
        case .end(let code, let reason):
            if state == .requested, code != 0 {
                state = .idle
                return .refused(code: code)
            }
            return state == .pulling ? end(code, reason) : nil
        case .tick:
            return nil
        }
    }

    private mutating func add(_ chunk: ContentStreamChunk) -> StreamPullMachine.Action? {
        guard let number = chunk.sequence.int64, (1..<Int64.max).contains(number) else {
            isUnplaced = true
            return nil
        }
        if chunks[number] != nil || last.map({ $0.number < number }) ?? false { return nil }
        let text = chunk.content
        let bytes = chunks.values.reduce(text.utf8.count) { $0 + $1.utf8.count }
        if chunks.count == configuration.chunks || bytes > configuration.textBytes { return end(39_005, nil) }
        if chunk.isComplete, chunks.keys.allSatisfy({ $0 < number }) { last = (number, chunk.completeReason) }
        chunks[number] = text
        return .delta(sequence: number, content: text, length: self.text.utf8.count)
    }

    private mutating func end(_ code: Int, _ reason: Int?) -> StreamPullMachine.Action {
        state = code == 0 && missing.isEmpty && !isUnplaced ? .synced : .idle
        return .completed(
            StreamPullResult(
                code: code, content: chunks.isEmpty ? nil : text, isComplete: last != nil, completeReason: last?.reason,
                stopReason: reason, isSynchronized: isSynchronized, missing: missing))
    }

    /// Returns a number that identifies the kind of an action.
    func number(of action: StreamPullMachine.Action?) -> UInt64 {
        switch action {
        case nil: 0
        case .pull: 1
        case .refused(let code): UInt64(code & 0xffff)
        case .initialized: 2
        case .delta: 3
        case .completed(let result):
            0x1_0000 | UInt64(result.code & 0xff) << 4 | (result.isSynchronized ? 1 : 0)
                | (result.isComplete ? 2 : 0) | (result.completeReason == nil ? 0 : 4)
        }
    }
}
