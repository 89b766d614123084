// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// The messages of one line or packet, in order, and its faults.
public struct ChatUnit: Sendable {
    /// The messages and faults, in order; empty for an array without messages.
    public var items: [Result<ChatItem, StreamFault>]

    /// The messages.
    public var messages: [ChatItem] {
        items.compactMap { if case .success(let item) = $0 { item } else { nil } }
    }
    /// The faults.
    public var faults: [StreamFault] {
        items.compactMap { if case .failure(let fault) = $0 { fault } else { nil } }
    }
}

/// A decoder that reads chat messages in place from the buffer of a channel, one line or packet at a time.
///
/// ```swift
/// try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(ChatUnitDecoder(.packets)))
/// ```
///
/// A fault is a value, not an error of the pipeline. A fault of scope `message` costs one message (FRM-004). After a
/// fault of scope `connection`, the remaining bytes are discarded. The limits bound the bytes that are kept of an
/// incomplete line or packet.
public final class ChatUnitDecoder: NIOSingleStepByteToMessageDecoder {
    /// The type of inbound data that the decoder emits.
    public typealias InboundOut = ChatUnit

    private var reader: ChatStreamDecoder
    /// A closure that is called with the bytes of each line or packet.
    package var onUnit: ((ByteBuffer) -> Void)?
    /// A closure that is called with the number of bytes that unfinished messages occupy.
    package var onHeld: ((Int) -> Void)?
    private let now: () -> Int64

    /// Creates a decoder for a new stream.
    ///
    /// - Parameters:
    ///   - framing: The framing of the messages.
    ///   - mode: Whether known deviations are accepted.
    ///   - limits: The limits of lines, packets and batches.
    ///   - contentLimits: The limits of the JSON of a message.
    ///   - now: Returns the time in milliseconds, from which the age of fragments is computed (FRM-058).
    public init(
        _ framing: ChatFraming, mode: DecodingMode = .lenient, limits: ChatFramingLimits = ChatFramingLimits(),
        contentLimits: DecodingLimits = DecodingLimits(),
        now: @escaping () -> Int64 = { Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000) }
    ) {
        reader = ChatStreamDecoder(framing, mode: mode, limits: limits, contentLimits: contentLimits)
        self.now = now
    }

    /// Decodes the next line or packet, and returns nil if more bytes are needed.
    public func decode(buffer: inout ByteBuffer) -> ChatUnit? {
        if reader.isClosed {
            buffer.clear()
            onHeld?(0)
            return nil
        }
        var position = 0
        let items = reader.nextUnit(in: buffer.readableBytesUInt8Span, from: &position, at: now())
        if let onUnit, items != nil, let unit = buffer.getSlice(at: buffer.readerIndex, length: position) {
            onUnit(unit)
        }
        buffer.moveReaderIndex(forwardBy: position)
        onHeld?(buffer.readableBytes + reader.openFragmentBytes)
        return items.map { ChatUnit(items: $0) }
    }

    /// Decodes the remaining bytes at the end of the stream.
    public func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) -> ChatUnit? {
        if let unit = decode(buffer: &buffer) { return unit }
        guard seenEOF, !reader.isClosed else { return nil }
        let fault = reader.finish(in: buffer.readableBytesUInt8Span)
        buffer.clear()
        return fault.map { ChatUnit(items: [.failure($0)]) }
    }
}

#endif
