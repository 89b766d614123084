// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A verifier that checks that a stream decoder returns the same items however its input is split (FRM-002).
///
/// ```swift
/// let drip = DripFeed { ChatLineDecoder() }
/// #expect(drip.verify(bytes, [.unit(login, at: 0)]).isEmpty)
/// ```
public struct DripFeed<Subject: StreamSubject & ~Copyable> {
    private let make: () -> Subject
    /// The maximum number of places at which a stream is split (TST-090).
    ///
    /// A longer stream is split at its first and last places and at a sample of those between them.
    public var places = 512

    /// Creates a verifier that calls `make` for a new decoder in each attempt.
    public init(_ make: @escaping () -> Subject) {
        self.make = make
    }

    /// Returns the result of decoding a stream in chunks; bytes that are not consumed are kept in a `StreamBuffer`.
    public func run(_ chunks: [[UInt8]], end: Bool = false) -> DripResult {
        var subject = make()
        let longest = chunks.map(\.count).max() ?? 0
        var buffer = StreamBuffer(limit: subject.maximumPending + longest)
        var result = DripResult()
        var total = 0
        for chunk in chunks {
            total += chunk.count
            guard buffer.append(chunk.span) else {
                result.pending = -1
                return result
            }
            var position = 0
            while let item = subject.nextItem(in: buffer.bytes, from: &position) { result.items.append(item) }
            buffer.removeFirst(position)
        }
        if end, let fault = subject.finish(buffer.bytes) {
            result.items.append(.fault(fault))
            buffer.removeFirst(buffer.count)
        }
        result.pending = buffer.count
        result.openSets = subject.openFragmentSets
        result.isPassingOver = subject.isPassingOver
        // The consumed and remaining bytes must add up to the whole stream.
        if !end, subject.offset + buffer.count != total { result.pending = -2 }
        return result
    }

    /// Decodes a stream with every way of splitting it and returns descriptions of the differences from the expected
    /// items.
    public func verify(_ bytes: [UInt8], _ items: [FramingItem], pending: Int? = nil) -> [String] {
        var findings: [String] = []
        let whole = run([bytes])
        if whole.items != items { findings.append("whole: \(whole.items) and not \(items)") }
        if let pending, whole.pending != pending { findings.append("whole: \(whole.pending) bytes pending") }
        guard findings.isEmpty else { return findings }
        func same(_ name: String, _ chunks: [[UInt8]]) {
            let result = run(chunks)
            if result != whole { findings.append("\(name): \(result) and not \(whole)") }
        }
        if bytes.count <= 8_192 { same("byte by byte", bytes.map { [$0] }) }
        for place in split(bytes.count) {
            same("divided at \(place)", [Array(bytes[..<place]), [], Array(bytes[place...])])
        }
        var before = 0
        for place in split(bytes.count) {
            let cut = run([Array(bytes[..<place])])
            if !items.starts(with: cut.items) || cut.items.count < before {
                findings.append("cut at \(place): \(cut.items)")
            }
            before = cut.items.count
            if cut.pending > place || cut.pending < 0 { findings.append("cut at \(place): \(cut.pending) pending") }
        }
        for junk: [UInt8] in [[0], [0xff], [UInt8(ascii: "\r")], [UInt8(ascii: "\n")], Array("x".utf8), [0xfa, 0xce]] {
            let result = run([bytes + junk])
            if !result.items.starts(with: items) { findings.append("with \(junk) behind: \(result.items)") }
        }
        if whole.pending == 0, whole.openSets == 0, !whole.isPassingOver, items.last?.isLast != true {
            let twice = run([bytes + bytes])
            if twice.items != items + items.map({ $0.moved(by: bytes.count) }) {
                findings.append("twice: \(twice.items)")
            }
        }
        return findings
    }

    /// Returns the places at which a stream is split.
    private func split(_ count: Int) -> [Int] {
        if count < places { return Array(0...count) }
        return Array(0..<places / 4) + stride(from: places / 4, to: count - places / 4, by: count / places * 2 + 1)
            + Array(count - places / 4...count)
    }
}

/// The result of decoding a stream.
public struct DripResult: Equatable {
    /// The items, in order.
    public var items: [FramingItem] = []
    /// The number of bytes left over.
    public var pending = 0
    /// The number of sets of fragments that remain open.
    public var openSets = 0
    /// Whether the stream ends in a line that is too long.
    public var isPassingOver = false

    /// Creates an expected result.
    public init(_ items: [FramingItem] = []) {
        self.items = items
    }
}
