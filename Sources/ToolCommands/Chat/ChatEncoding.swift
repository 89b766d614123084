// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues

/// A handler that writes a stream of chat messages from lines.
struct ChatEncoding: LineConversion, ~Copyable {
    private let reader: ChatMessageDecoder
    private var writer: ChatStreamEncoder
    private var stream = EncodedStream(of: "messages")
    var exit: ToolExit { stream.exit }

    init(_ options: ChatStreamEncoder.Options, limits: StreamLimits, mode: DecodingMode) {
        var reader = ChatMessageDecoder(mode: mode, limits: limits.contents, heartbeat: options.framing.heartbeat)
        reader.messageBytes = limits.framing.messageBytes
        self.reader = reader
        writer = ChatStreamEncoder(options)
    }

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        do throws(Fault) {
            let range = try ItemLine.message(in: line)
            write(try message(line.extracting(range)), place)
        } catch {
            take(error, place)
        }
    }

    mutating func take(_ fault: Fault, _ place: Place) { stream.take(fault, place) }
    mutating func heard(_ bytes: Int) { stream.heard(bytes) }

    /// Writes the messages of an incomplete batch.
    mutating func finish() {
        let out = stream.out
        do throws(EncodeError) {
            try writer.finish(into: &out.buffer)
        } catch {
            stream.fail("the last batch is omitted: \(ChatEncoding.reason(error))")
        }
        stream.finish()
    }

    private func message(_ bytes: Span<UInt8>) throws(Fault) -> ChatMessage {
        do throws(DecodeError) {
            return try reader.decode(bytes).value
        } catch {
            throw Fault(error, nil)
        }
    }

    private mutating func write(_ message: ChatMessage, _ place: Place) {
        let out = stream.out
        let waiting = writer.waiting
        do throws(EncodeError) {
            try writer.encode(message, into: &out.buffer)
            stream.written += 1
            out.flushIfFull()
        } catch {
            let batch = waiting > 0 && writer.waiting == 0 ? " and the \(waiting) messages before it" : ""
            var fault = Fault(.member, at: 0, "the message\(batch) cannot be written: \(ChatEncoding.reason(error))")
            fault.code = error.code.rawValue
            take(fault, place)
        }
    }

    private static func reason(_ error: EncodeError) -> String {
        switch error.code {
        case .size: "more bytes than a reader accepts; raise --limit, or for packets give --fragment-size"
        case .fragments: "more than 65535 fragments; give a larger --fragment-size"
        default: error.code.rawValue
        }
    }
}

#endif
