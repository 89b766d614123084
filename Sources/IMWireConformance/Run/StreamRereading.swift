// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// Puts a stream to the built-in decoders in every way of TST-090 and TST-091, without a line of JSON for each.
///
/// What is compared is what the decoders give, not what is written of it. A way in which they give something else than
/// for the stream as the case has it settles nothing: the replays are then asked one by one, as of any testee.
package enum StreamRereading {
    /// Whether the ways of a stream give what the whole gives; false where that cannot be told.
    ///
    /// - Parameters:
    ///   - answer: the accepted answer to the stream as the case has it.
    ///   - places: how many places at most to divide and cut at.
    package static func agrees(
        _ item: Case, _ mode: DecodingMode, with answer: TesteeAnswer, places: Int
    ) -> Bool {
        guard case .ok(let answer) = answer else { return false }
        let members = item.input.members + [("mode", RawJSON(mode.rawValue))]
        let request = JSONObject(item.input.saysMode ? members : item.input.members)
        switch item.operation {
        case .frameDecode:
            guard let settings = try? StreamSettings(request) else { return false }
            return agrees(item, with: answer, places: places) { FrameTestee.reader(settings) }
        case .chatDecode:
            guard let settings = try? StreamSettings(request), let framing = try? ChatOperations.framing(request)
            else { return false }
            return agrees(item, with: answer, places: places) { ChatTestee.reader(framing, settings) }
        case .rmtpDecode:
            guard let agreed = try? RMTPOperations.Request(request),
                let reader = try? RMTPOperations.reader(agreed, request.mode)
            else { return false }
            return agrees(item, with: answer, places: places) { reader }
        default: return false
        }
    }

    /// The same with readers of any kind.
    package static func agrees<Reader: PieceReader & ~Copyable>(
        _ item: Case, with answer: RawJSON, places: Int, _ make: () -> Reader
    ) -> Bool {
        Ways(item, places).agree(with: answer, make)
    }

    /// The ways to put the stream of a case.
    private struct Ways {
        private let bytes: [UInt8]
        private let pieces: [(end: Int, at: Int64)]
        private let places: [Int]
        /// Whether the request says that the stream ends.
        private let ends: Bool
        /// Whether the stream may be cut.
        private let isCut: Bool

        init(_ item: Case, _ most: Int) {
            bytes = item.input.bytes
            pieces = item.input.pieces.map { ($0.end, Int64($0.at ?? 0)) }
            places = Replay.places(in: item.input.bytes.count, most: most)
            ends = item.input.member("end")?.boolean ?? false
            isCut = Replay.isCut(item)
        }

        func agree<Reader: PieceReader & ~Copyable>(with answer: RawJSON, _ make: () -> Reader) -> Bool {
            let whole = Whole(make(), bytes, pieces, ends: ends)
            guard answer["items"]?.elements?.count == whole.items.count,
                answer["pending"]?.number?.int64 == Int64(whole.pending)
            else { return false }
            if bytes.count <= Replay.longestByteByByte {
                var reader = make()
                var given = 0
                for place in bytes.indices {
                    reader.feed(bytes.span.extracting(place..<(place + 1)), at: time(place))
                    guard whole.follows(&reader, &given) else { return false }
                }
                guard whole.isEnd(&reader, &given) else { return false }
            }
            var givenAtCut = 0
            for place in places {
                var reader = make()
                var given = 0
                var start = 0
                for piece in pieces {
                    if start < place, place <= piece.end {
                        reader.feed(bytes.span.extracting(start..<place), at: piece.at)
                        guard whole.follows(&reader, &given) else { return false }
                        // Cut here, it has given no less than where it was cut earlier (TST-091).
                        if isCut {
                            guard given >= givenAtCut, reader.pendingBytes <= place else { return false }
                            givenAtCut = given
                        }
                        start = place
                        if place == piece.end { continue }
                    }
                    reader.feed(bytes.span.extracting(start..<piece.end), at: piece.at)
                    guard whole.follows(&reader, &given) else { return false }
                    start = piece.end
                }
                guard whole.isEnd(&reader, &given) else { return false }
            }
            return true
        }

        private func time(_ offset: Int) -> Int64 {
            (pieces.first { offset < $0.end } ?? pieces.last)?.at ?? 0
        }
    }

    /// What a stream gives as the case has it, with which everything else is compared.
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

        /// Takes what a reader gives; false for something else than the whole stream gave.
        func follows(_ reader: inout Reader, _ given: inout Int) -> Bool {
            while let item = reader.nextResult() {
                guard given < items.count, isSame(item, given) else { return false }
                given += 1
            }
            return true
        }

        private func isSame(_ item: Result<Reader.Item, StreamFault>, _ index: Int) -> Bool {
            // Not by the operator of `Result`, which copies both.
            switch item {
            case .success(let item): if case .success(let other) = items[index] { item == other } else { false }
            case .failure(let fault): if case .failure(let other) = items[index] { fault == other } else { false }
            }
        }

        /// Ends a stream as the request says; false unless it has given all of the whole stream.
        func isEnd(_ reader: inout Reader, _ given: inout Int) -> Bool {
            if ends { reader.finish() }
            return follows(&reader, &given) && given == items.count && reader.pendingBytes == pending
                && reader.counts == counts
        }
    }
}
