// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// A reader of a stream that arrives in chunks, with one implementation for each framing.
///
/// The built-in testee answers with it, and the replays of a case are fed to it.
package protocol PieceReader: ~Copyable {
    associatedtype Item: Equatable

    /// Appends the next chunk, which arrived at `time`, in milliseconds.
    mutating func feed(_ bytes: Span<UInt8>, at time: Int64)
    mutating func finish()
    /// Returns the next item or error, or nil if more bytes are needed.
    mutating func nextResult() -> Result<Item, StreamFault>?

    /// The number of bytes that are kept because they are incomplete.
    var pendingBytes: Int { get }
    /// The other counts of an answer.
    var counts: StreamCounts { get }

    static func isSame(_ one: Item, _ other: Item) -> Bool
}

extension PieceReader where Self: ~Copyable {
    package static func isSame(_ one: Item, _ other: Item) -> Bool { one == other }
}

/// The counts of an answer other than its items and pending bytes.
package struct StreamCounts: Equatable {
    package var emptyLines = 0
    /// The number of incomplete sets of fragments.
    package var openFragmentSets = 0

    package init(emptyLines: Int = 0, openFragmentSets: Int = 0) {
        self.emptyLines = emptyLines
        self.openFragmentSets = openFragmentSets
    }
}

extension ChatStreamDecoder: PieceReader {
    package var counts: StreamCounts { StreamCounts(emptyLines: emptyLines, openFragmentSets: openFragmentSets) }
}

extension RMTPStreamDecoder: PieceReader {
    package mutating func feed(_ bytes: Span<UInt8>, at time: Int64) { feed(bytes) }
    package var counts: StreamCounts { StreamCounts() }

    /// Returns whether two items are equal.
    ///
    /// The data of a QUERYACK is compared separately, because `==` compares each byte of a long answer individually,
    /// which takes most of the time of its replays.
    package static func isSame(_ one: RMTPItem, _ other: RMTPItem) -> Bool {
        guard case .packet(let decoded) = one, case .queryAck(var mine) = decoded.value, let data = mine.data,
            case .packet(let others) = other, case .queryAck(var theirs) = others.value, let otherData = theirs.data
        else { return one == other }
        mine.data = nil
        theirs.data = nil
        return data.span.equals(otherData.span) && mine == theirs && decoded.deviations == others.deviations
    }
}

/// A reader of packets as `frame.decode` shows them: fragments are not joined, and nothing is inflated.
package struct FrameStreamReader: PieceReader {
    package struct Item: Equatable {
        var header: ChatPacketHeader
        var fragment: ChatFragmentFields?
        /// The payload without the fields of a fragment.
        var part: [UInt8]
    }

    private var decoder: ChatPacketDecoder
    private var pending = StreamBuffer(limit: .max)
    private var isEnding = false

    init(limits: ChatFramingLimits) {
        decoder = ChatPacketDecoder(limits: limits)
    }

    package var pendingBytes: Int { pending.count }
    package var counts: StreamCounts { StreamCounts() }

    package mutating func feed(_ bytes: Span<UInt8>, at time: Int64) {
        if !decoder.isClosed { _ = pending.append(bytes) }
    }

    package mutating func finish() { isEnding = true }

    package mutating func nextResult() -> Result<Item, StreamFault>? {
        if let item = FrameStreamReader.item(&decoder, &pending) { return item }
        guard isEnding else { return nil }
        isEnding = false
        return FrameStreamReader.finish(&decoder, &pending).map { .failure($0) }
    }

    // The functions below take members as parameters, because a span of a member would borrow the whole value.

    private static func item(
        _ decoder: inout ChatPacketDecoder, _ pending: inout StreamBuffer
    ) -> Result<Item, StreamFault>? {
        var position = 0
        let item: Result<Item, StreamFault>? =
            switch decoder.next(in: pending.bytes, from: &position) {
            case .needMore: nil
            case .fault(let fault): .failure(fault)
            case .packet(let packet):
                .success(
                    Item(
                        header: packet.header, fragment: packet.fragment,
                        part: packet.part.withUnsafeBufferPointer { Array($0) }))
            }
        // Nothing is read after an error that ends the connection (FRM-005).
        pending.removeFirst(decoder.isClosed ? pending.count : position)
        return item
    }

    private static func finish(_ decoder: inout ChatPacketDecoder, _ pending: inout StreamBuffer) -> StreamFault? {
        pending.finish { decoder.finish($0) }
    }
}
