// SPDX-License-Identifier: Apache-2.0

#if Live

import IMWire
import NIOCore

/// What one line or packet has given: its messages in order, and what is wrong with it.
public struct ChatUnit: Sendable {
    /// The messages and faults; empty for an array without messages.
    public var items: [Result<ChatStreamItem, StreamFault>]

    /// The messages.
    public var messages: [ChatStreamItem] { items.compactMap { try? $0.get() } }
    /// The faults.
    public var faults: [StreamFault] {
        items.compactMap { if case .failure(let fault) = $0 { fault } else { nil } }
    }
}

/// Reads chat messages where they lie in the buffer of a channel, a line or packet at a time.
///
/// ```swift
/// try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(ChatUnitDecoder(.packets)))
/// ```
/// A fault is a value and not an error of the pipeline: one of scope `message` costs a message (FRM-004). After one of
/// scope `connection` the rest is passed over. What is kept is what the limits allow of an incomplete line or packet.
public final class ChatUnitDecoder: NIOSingleStepByteToMessageDecoder {
    /// What is passed on.
    public typealias InboundOut = ChatUnit

    private var reader: ChatStreamReader
    /// Called with the bytes of each line or packet.
    package var onUnit: ((ByteBuffer) -> Void)?
    /// Called with the number of bytes that belong to messages which are not whole yet.
    package var onHeld: ((Int) -> Void)?
    private let now: () -> Int64

    /// Starts at the first byte of a stream.
    ///
    /// - Parameter now: the time in milliseconds, by which fragments grow old (FRM-058).
    public init(
        _ framing: ChatFraming, mode: DecodingMode = .lenient, limits: FramingLimits = FramingLimits(),
        contentLimits: DecodingLimits = DecodingLimits(),
        now: @escaping () -> Int64 = { Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000) }
    ) {
        reader = ChatStreamReader(framing, mode: mode, limits: limits, contentLimits: contentLimits)
        self.now = now
    }

    /// Reads the next one; nil where more bytes are needed.
    public func decode(buffer: inout ByteBuffer) throws -> ChatUnit? {
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

    /// Reads what is left at the end.
    public func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> ChatUnit? {
        if let unit = try decode(buffer: &buffer) { return unit }
        guard seenEOF, !reader.isClosed else { return nil }
        let fault = reader.finish(in: buffer.readableBytesUInt8Span)
        buffer.clear()
        return fault.map { ChatUnit(items: [.failure($0)]) }
    }
}

#endif
