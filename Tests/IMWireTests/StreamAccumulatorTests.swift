// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport
import Testing

@Suite("Stream messages")
struct StreamAccumulatorTests {
    private let announced = StreamMessage(content: "Hel", isComplete: false, sequence: 1)

    private func chunk(_ sequence: Int, _ text: String, last: Bool = false, reason: JSONNumber? = nil) -> StreamEvent {
        .delta(StreamChunk(content: text, isComplete: last, sequence: JSONNumber(sequence), completeReason: reason))
    }

    @Test("Chunks are joined from whatever number the stream starts with (CNT-141)", arguments: [1, 7, 1_000_000])
    func start(first: Int) {
        var stream = StreamAccumulator(announced)
        #expect(stream.apply(.initialized) == .applied)
        #expect(stream.apply(chunk(first, "Hello, ")) == .applied)
        #expect(stream.apply(chunk(first + 1, "world", last: true)) == .applied)
        #expect(stream.apply(.completed(stopReason: 0)) == .applied)
        #expect(stream.text == "Hello, world")
        #expect(stream.isComplete && stream.isSynchronized && stream.gaps.isEmpty)
        #expect(stream.current.content == "Hello, world")
        #expect(stream.current.isSynchronized == true)
    }

    @Test("A new pull leaves nothing of a broken one (CNT-142)")
    func restart() {
        var stream = StreamAccumulator(announced)
        stream.apply(.initialized)
        stream.apply(chunk(1, "broken", last: true, reason: 3))
        stream.apply(.completed(stopReason: 9))
        #expect(stream.stopReason == 9 && !stream.isSynchronized)
        stream.apply(.initialized)
        #expect(stream.text.isEmpty && stream.stopReason == nil && stream.completeReason == nil && !stream.isComplete)
        stream.apply(chunk(4, "whole", last: true))
        stream.apply(.completed(stopReason: 0))
        #expect(stream.text == "whole" && stream.isSynchronized)
    }

    @Test("A number that came before is ignored, whatever its text (CNT-143)")
    func repeats() {
        var stream = StreamAccumulator(announced)
        stream.apply(.initialized)
        stream.apply(chunk(2, "a"))
        #expect(stream.apply(chunk(2, "b")) == .repeated)
        stream.apply(chunk(4, "d"))
        #expect(stream.apply(chunk(4, "x")) == .repeated)
        #expect(stream.text == "a")
    }

    @Test("The text ends at a gap, which is reported, and goes on when it is filled (CNT-144)")
    func gaps() {
        var stream = StreamAccumulator(announced)
        stream.apply(.initialized)
        for (sequence, text) in [(3, "c"), (6, "f"), (9, "i")] { stream.apply(chunk(sequence, text)) }
        #expect(stream.text == "c")
        #expect(stream.gaps == [4...5, 7...8])
        stream.apply(.completed(stopReason: 0))
        #expect(!stream.isSynchronized)
    }

    @Test("Any order gives the same text", arguments: [[1, 2, 3, 4], [4, 3, 2, 1], [2, 4, 1, 3], [3, 1, 4, 2]])
    func order(sequences: [Int]) {
        var stream = StreamAccumulator(announced)
        stream.apply(.initialized)
        for sequence in sequences { #expect(stream.apply(chunk(sequence, "<\(sequence)>")) == .applied) }
        #expect(stream.text == "<1><2><3><4>")
        #expect(stream.gaps.isEmpty)
    }

    @Test("The two reasons are kept apart (CNT-145)")
    func reasons() {
        var stream = StreamAccumulator(announced)
        stream.apply(.initialized)
        stream.apply(chunk(1, "so far", last: true, reason: 12))
        stream.apply(.completed(stopReason: 0))
        #expect(stream.completeReason == 12 && stream.stopReason == 0)
        #expect(stream.current.completeReason == 12 && stream.current.stopReason == 0)
    }

    @Test("Nothing is taken outside a pull, behind its last chunk, or without a number (CNT-147)")
    func outOfPlace() {
        var stream = StreamAccumulator(announced)
        #expect(stream.apply(chunk(1, "early")) == .outOfPlace)
        #expect(stream.apply(.completed(stopReason: 0)) == .outOfPlace)
        stream.apply(.initialized)
        #expect(stream.apply(chunk(0, "zero")) == .withoutSequence)
        #expect(
            stream.apply(.delta(StreamChunk(content: "none", isComplete: false, sequence: 1.5))) == .withoutSequence)
        stream.apply(chunk(2, "end", last: true))
        #expect(stream.apply(chunk(3, "behind")) == .outOfPlace)
        stream.apply(.completed(stopReason: 0))
        #expect(stream.apply(chunk(1, "late")) == .outOfPlace)
        #expect(stream.current.content == "end")
    }

    @Test("What is announced stays until something is pulled")
    func announcement() {
        #expect(StreamAccumulator(announced).current.content == "Hel")
    }

    @Test("Text and chunks are bounded, at n and at n + 1")
    func limits() {
        var limits = StreamAccumulator.Limits()
        limits.textBytes = 4
        limits.chunks = 3
        var stream = StreamAccumulator(announced, limits: limits)
        stream.apply(.initialized)
        #expect(stream.apply(chunk(1, "abcd")) == .applied)
        #expect(stream.apply(chunk(2, "e")) == .overLimit)
        #expect(stream.apply(chunk(2, "")) == .applied)
        #expect(stream.apply(chunk(3, "")) == .applied)
        #expect(stream.apply(chunk(4, "")) == .overLimit)
        #expect(stream.text == "abcd")
    }

    enum Order: CaseIterable {
        case ascending, descending, random, pairsDown, fromTheMiddle
    }

    @Test("As many chunks as there may be cost as much each as a few, in any order", arguments: Order.allCases)
    func manyChunks(order: Order) {
        let most = StreamAccumulator.Limits().chunks
        let few = fill(most / 16, order).seconds
        var (stream, many) = fill(most, order)
        #expect(stream.text == (1...most).map(text).joined())
        #expect(stream.gaps.isEmpty)
        #expect(stream.apply(chunk(most + 1, "")) == .overLimit)
        // Sixteen times the work would be 256 times the time if each chunk cost as much as there are.
        #expect(many < few * 64 + 0.1)
    }

    /// A stream with so many chunks, and the processor's time that they took.
    private func fill(_ count: Int, _ order: Order) -> (stream: StreamAccumulator, seconds: Double) {
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
        var stream = StreamAccumulator(announced)
        stream.apply(.initialized)
        let start = ProcessorTime.seconds
        for number in numbers where stream.apply(chunk(number, text(number))) != .applied {
            Issue.record("\(number) is not taken")
        }
        return (stream, ProcessorTime.seconds - start)
    }

    /// 64 bytes: text and chunks reach their limits together.
    private func text(_ number: Int) -> String {
        let digits = String(number)
        return digits + String(repeating: ".", count: 64 - digits.count)
    }

    @Test("The text is the same at every step, whatever the order", arguments: 1...20)
    func everyStep(seed: UInt64) {
        var numbers = Array(3...30)
        var state = seed
        for index in numbers.indices.reversed() {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            numbers.swapAt(index, Int(state >> 33) % (index + 1))
        }
        var stream = StreamAccumulator(announced)
        stream.apply(.initialized)
        var here: Set<Int> = []
        for number in numbers {
            stream.apply(chunk(number, "<\(number)>"))
            here.insert(number)
            let first = here.min() ?? 0
            var end = first
            while here.contains(end) { end += 1 }
            #expect(stream.text == (first..<end).map { "<\($0)>" }.joined())
            #expect(stream.gaps.map(\.count).reduce(0, +) == (here.max() ?? 0) - first + 1 - here.count)
        }
        stream.apply(.completed(stopReason: 0))
        #expect(stream.isSynchronized)
    }

    @Test("The largest numbers do not overflow")
    func extremes() {
        var stream = StreamAccumulator(announced)
        stream.apply(.initialized)
        #expect(stream.apply(chunk(Int(Int64.max), "x")) == .withoutSequence)
        #expect(stream.apply(chunk(Int(Int64.max) - 1, "y")) == .applied)
        #expect(stream.apply(chunk(1, "a")) == .applied)
        #expect(stream.gaps == [2...(Int64.max - 2)])
    }
}
