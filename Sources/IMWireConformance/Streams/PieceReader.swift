// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// What reads a stream that comes in pieces, one of each framing: the testee's answers are made with it, and the
/// replays of a case are put to it.
package protocol PieceReader: ~Copyable {
    associatedtype Item: Equatable

    /// Takes the next piece, which came at `time`, in milliseconds.
    mutating func feed(_ bytes: Span<UInt8>, at time: Int64)
    /// Says that no more comes.
    mutating func finish()
    /// The next item or error; nil where more is needed.
    mutating func nextResult() -> Result<Item, StreamFault>?

    /// How many bytes are kept.
    var pendingBytes: Int { get }
    /// What else an answer counts.
    var counts: StreamCounts { get }
}

/// What an answer counts beside its items and the bytes that are pending.
package struct StreamCounts: Equatable {
    var emptyLines = 0
    var openFragmentSets = 0

    package init(emptyLines: Int = 0, openFragmentSets: Int = 0) {
        self.emptyLines = emptyLines
        self.openFragmentSets = openFragmentSets
    }
}

extension ChatStreamReader: PieceReader {
    package var counts: StreamCounts { StreamCounts(emptyLines: emptyLines, openFragmentSets: openFragmentSets) }
}

extension RMTPStreamReader: PieceReader {
    package mutating func feed(_ bytes: Span<UInt8>, at time: Int64) { feed(bytes) }
    package var counts: StreamCounts { StreamCounts() }
}

/// Reads packets without joining or inflating anything, as `frame.decode` shows them.
package struct FrameStreamReader: PieceReader {
    /// A packet with its own bytes.
    package struct Item: Equatable {
        var header: PacketHeader
        var fragment: FragmentFields?
        /// The payload without the fields of a fragment.
        var part: [UInt8]
    }

    private var decoder: PacketDecoder
    private var pending: [UInt8] = []
    private var position = 0
    private var isEnding = false

    init(limits: FramingLimits) {
        decoder = PacketDecoder(limits: limits)
    }

    package var pendingBytes: Int { pending.count - position }
    package var counts: StreamCounts { StreamCounts() }

    package mutating func feed(_ bytes: Span<UInt8>, at time: Int64) {
        pending.removeFirst(position)
        position = 0
        guard !decoder.isClosed else { return }
        bytes.withUnsafeBufferPointer { pending.append(contentsOf: $0) }
    }

    package mutating func finish() { isEnding = true }

    package mutating func nextResult() -> Result<Item, StreamFault>? {
        let item = FrameStreamReader.item(&decoder, pending, &position)
        // Behind an error of the connection nothing is read.
        if decoder.isClosed { position = pending.count }
        return item ?? finished()
    }

    // The span of a parameter: that of a member would borrow the whole.
    private static func item(
        _ decoder: inout PacketDecoder, _ bytes: [UInt8], _ position: inout Int
    ) -> Result<Item, StreamFault>? {
        switch decoder.next(in: bytes.span, from: &position) {
        case .needMore: nil
        case .fault(let fault): .failure(fault)
        case .packet(let packet):
            .success(
                Item(
                    header: packet.header, fragment: packet.fragment,
                    part: packet.part.withUnsafeBufferPointer { Array($0) }))
        }
    }

    private mutating func finished() -> Result<Item, StreamFault>? {
        guard isEnding else { return nil }
        isEnding = false
        let rest = Array(pending[position...])
        position = pending.count
        return decoder.finish(rest.span).map { .failure($0) }
    }
}
