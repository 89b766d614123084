// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// A replay of a stream on the built-in decoders in all the ways of TST-090 and TST-091, without JSON requests.
///
/// The items that the decoders return are compared with those of the stream as in the case. A difference is not a
/// verdict: the runner then asks every replay as it would ask any testee.
package enum StreamRereading {
    /// Returns whether every replay returns the items of the whole stream; also false if that cannot be determined.
    ///
    /// - Parameters:
    ///   - answer: the accepted answer to the stream as in the case.
    ///   - places: the maximum number of places to split and cut at.
    package static func agrees(
        _ item: Case, _ mode: DecodingMode, with answer: TesteeAnswer, places: Int
    ) -> Bool {
        guard case .ok(let answer) = answer else { return false }
        let members = item.input.members + [("mode", RawJSON(mode.rawValue))]
        let request = JSONObject(item.input.saysMode ? members : item.input.members)
        switch item.operation {
        case .frameDecode:
            guard let settings = try? StreamSettings(request) else { return false }
            return agrees(item, with: answer, places: places) { FrameOperations.reader(settings) }
        case .chatDecode:
            guard let settings = try? StreamSettings(request), let framing = try? ChatOperations.framing(request)
            else { return false }
            return agrees(item, with: answer, places: places) { ChatOperations.reader(framing, settings) }
        case .rmtpDecode:
            guard let agreed = try? RMTPOperations.Request(request),
                let reader = try? RMTPOperations.reader(agreed, request.mode)
            else { return false }
            return agrees(item, with: answer, places: places) { reader }
        default: return false
        }
    }

    /// Returns whether every replay returns the items of the whole stream, for readers of any kind.
    package static func agrees<Reader: PieceReader & ~Copyable>(
        _ item: Case, with answer: RawJSON, places: Int, _ make: () -> Reader
    ) -> Bool {
        let input = item.input
        let bytes = input.bytes
        let pieces = input.pieces.map { (end: $0.end, at: Int64($0.at ?? 0)) }
        let whole = Whole(make(), bytes, pieces, ends: input.member("end")?.boolean ?? false)
        guard answer["items"]?.elements?.count == whole.items.count,
            answer["pending"]?.number?.int64 == Int64(whole.pending)
        else { return false }
        if bytes.count <= Replay.longestByteByByte {
            var reader = make()
            var count = 0
            for place in bytes.indices {
                reader.feed(bytes.span.extracting(place..<(place + 1)), at: Int64(input.time(at: place) ?? 0))
                guard whole.follows(&reader, &count) else { return false }
            }
            guard whole.isEnd(&reader, &count) else { return false }
        }
        let isCut = Replay.isCut(item)
        var countAtCut = 0
        for place in Replay.places(in: bytes.count, most: places) {
            var reader = make()
            var count = 0
            var start = 0
            for piece in pieces {
                if start < place, place <= piece.end {
                    reader.feed(bytes.span.extracting(start..<place), at: piece.at)
                    guard whole.follows(&reader, &count) else { return false }
                    // A later cut returns no fewer items (TST-091).
                    if isCut {
                        guard count >= countAtCut, reader.pendingBytes <= place else { return false }
                        countAtCut = count
                    }
                    start = place
                    if place == piece.end { continue }
                }
                reader.feed(bytes.span.extracting(start..<piece.end), at: piece.at)
                guard whole.follows(&reader, &count) else { return false }
                start = piece.end
            }
            guard whole.isEnd(&reader, &count) else { return false }
        }
        return true
    }

    /// The result of the stream as in the case, with which all replays are compared.
    private struct Whole<Reader: PieceReader & ~Copyable> {
        private(set) var items: [Result<Reader.Item, StreamFault>] = []
        let pending: Int
        private let counts: StreamCounts
        private let ends: Bool

        init(_ reader: consuming Reader, _ bytes: [UInt8], _ pieces: [(end: Int, at: Int64)], ends: Bool) {
            var start = 0
            for piece in pieces {
                reader.feed(bytes.span.extracting(start..<piece.end), at: piece.at)
                while let item = reader.nextResult() { items.append(item) }
                start = piece.end
            }
            if ends { reader.finish() }
            while let item = reader.nextResult() { items.append(item) }
            pending = reader.pendingBytes
            counts = reader.counts
            self.ends = ends
        }

        /// Compares the items of a reader, and returns false as soon as one differs from that of the whole stream.
        func follows(_ reader: inout Reader, _ count: inout Int) -> Bool {
            while let item = reader.nextResult() {
                guard count < items.count, isSame(item, count) else { return false }
                count += 1
            }
            return true
        }

        private func isSame(_ item: Result<Reader.Item, StreamFault>, _ index: Int) -> Bool {
            // The `==` of Result copies both operands.
            switch item {
            case .success(let item):
                if case .success(let other) = items[index] { Reader.isSame(item, other) } else { false }
            case .failure(let fault): if case .failure(let other) = items[index] { fault == other } else { false }
            }
        }

        /// Ends a replay as the request states, and returns whether the result is that of the whole stream.
        func isEnd(_ reader: inout Reader, _ count: inout Int) -> Bool {
            if ends { reader.finish() }
            return follows(&reader, &count) && count == items.count && reader.pendingBytes == pending
                && reader.counts == counts
        }
    }
}
