// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireTestSupport
import Testing

/// Tests of the machine's other members and cost; Fixtures/cases/session/streams.json covers its behavior.
@Suite("Pulling stream messages")
struct StreamPullTests {
    private let announced = StreamMessage(content: "Hel", isComplete: false, sequence: 1)

    private func chunk(_ sequence: Int, _ text: String, last: Bool = false, reason: JSONNumber? = nil)
        -> StreamPullMachine.Event
    {
        .chunk(
            ContentStreamChunk(content: text, isComplete: last, sequence: JSONNumber(sequence), completeReason: reason))
    }

    private func begun(_ configuration: StreamPullMachine.Configuration = StreamPullMachine.Configuration())
        -> StreamPullMachine
    {
        var pull = StreamPullMachine(configuration)
        #expect(pull.handle(.request, at: 0).map(\.action) == [.pull])
        #expect(pull.handle(.begin, at: 0).map(\.action) == [.initialized])
        return pull
    }

    @Test("The message keeps the announced text until the first chunk and is synchronized at the end (CNT-146)")
    func message() {
        var pull = StreamPullMachine()
        #expect(pull.message(announced).content == "Hel")
        pull = begun()
        #expect(pull.message(announced).content == "Hel")
        _ = pull.handle(chunk(1, "Hello, "), at: 0)
        _ = pull.handle(chunk(2, "world", last: true, reason: 12), at: 0)
        let before = pull.message(announced)
        #expect(before.content == "Hello, world" && before.isSynchronized == false)
        _ = pull.handle(.end(stopReason: 0), at: 0)
        let after = pull.message(announced)
        #expect(after.content == "Hello, world" && after.isComplete == true && after.isSynchronized == true)
        #expect(after.completeReason == 12 && after.stopReason == 0)
    }

    @Test("The text of a broken pull is kept until the next pull begins (CNT-142)")
    func broken() {
        var pull = begun()
        _ = pull.handle(chunk(1, "broken"), at: 0)
        _ = pull.handle(.end(code: 30_011), at: 0)
        _ = pull.handle(.request, at: 0)
        #expect(pull.message(announced).content == "broken")
        _ = pull.handle(.begin, at: 0)
        #expect(pull.text.isEmpty)
        #expect(pull.message(announced).content == "Hel")
    }

    @Test("The text is the same at every step, whatever the order of chunks", arguments: 1...20)
    func everyStep(seed: UInt64) {
        var numbers = Array(3...30)
        var state = seed
        for index in numbers.indices.reversed() {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            numbers.swapAt(index, Int(state >> 33) % (index + 1))
        }
        var pull = begun()
        var here: Set<Int> = []
        for number in numbers {
            let actions = pull.handle(chunk(number, "<\(number)>"), at: 0)
            here.insert(number)
            let first = here.min() ?? 0
            var end = first
            while here.contains(end) { end += 1 }
            let text = (first..<end).map { "<\($0)>" }.joined()
            #expect(pull.text == text)
            #expect(
                actions.map(\.action) == [
                    .delta(sequence: Int64(number), content: "<\(number)>", length: text.utf8.count)
                ])
            #expect(pull.missing.map(\.count).reduce(0, +) == (here.max() ?? 0) - first + 1 - here.count)
        }
        _ = pull.handle(.end(), at: 0)
        let isSynchronized = pull.isSynchronized
        #expect(isSynchronized)
    }

    enum Order: CaseIterable {
        case ascending, descending, random, pairsDown, fromTheMiddle
    }

    @Test("The steps per chunk do not grow with the number of chunks, in any order", arguments: Order.allCases)
    func manyChunks(order: Order) {
        let most = StreamPullMachine.Configuration().chunks
        for count in [most / 16, most] {
            // Each chunk of 64 bytes is joined at most twice.
            #expect(fill(count, order) <= count * 2 * 65)
        }
    }

    /// Returns the steps in which a pull is filled with `count` chunks.
    private func fill(_ count: Int, _ order: Order) -> Int {
        var numbers = Array(1...count)
        switch order {
        case .ascending: break
        case .descending: numbers.reverse()
        case .random:
            var state: UInt64 = 1
            for index in numbers.indices.reversed() {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                numbers.swapAt(index, Int(state >> 33) % (index + 1))
            }
        case .pairsDown: numbers = stride(from: count - 1, through: 1, by: -2).flatMap { [$0, $0 + 1] }
        case .fromTheMiddle: numbers = (0..<count / 2).flatMap { [count / 2 - $0, count / 2 + 1 + $0] }
        }
        var pull = begun()
        for number in numbers where pull.handle(chunk(number, text(number)), at: 0).isEmpty {
            Issue.record("\(number) is not taken")
        }
        let steps = pull.steps
        let text = pull.text
        #expect(text == (1...count).map(self.text).joined())
        #expect(pull.missing.isEmpty)
        if count == StreamPullMachine.Configuration().chunks {
            let over = pull.handle(chunk(count + 1, ""), at: 0)
            guard case .completed(let result) = over.first?.action else {
                Issue.record("a chunk over the limit is taken")
                return steps
            }
            #expect(result.code == 39_005 && !result.isSynchronized)
        }
        return steps
    }

    /// Returns a text of 64 bytes, with which text and chunks reach their limits at the same time.
    private func text(_ number: Int) -> String {
        let digits = String(number)
        return digits + String(repeating: ".", count: 64 - digits.count)
    }
}
