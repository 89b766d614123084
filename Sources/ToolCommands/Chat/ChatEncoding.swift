// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

/// A handler that writes a stream of chat messages from lines.
struct ChatEncoding: LineConversion, ~Copyable {
    let output = ItemOutput(of: "messages", isBare: true)
    private let reader: ChatMessageDecoder
    private var writer: ChatStreamEncoder

    init(_ options: ChatStreamEncoder.Options, limits: StreamLimits, mode: DecodingMode) {
        var reader = ChatMessageDecoder(mode: mode, limits: limits.contents, heartbeat: options.framing.heartbeat)
        reader.messageBytes = limits.framing.messageBytes
        self.reader = reader
        writer = ChatStreamEncoder(options)
    }

    mutating func handle(_ line: Span<UInt8>, at location: LineLocation) throws(LineError) {
        let range = try ItemLine.message(in: line)
        let message: ChatMessage
        do throws(DecodeError) {
            message = try reader.message(line.extracting(range)).content
        } catch {
            throw LineError(error, nil)
        }
        let waiting = writer.waiting
        do throws(EncodeError) {
            try writer.write(message, into: &output.out.buffer)
        } catch {
            let batch = waiting > 0 && writer.waiting == 0 ? " and the \(waiting) messages before it" : ""
            throw LineError(
                code: error.code.rawValue, "the message\(batch) cannot be written: \(ChatEncoding.reason(error))")
        }
        output.count += 1
        output.out.flushIfFull()
    }

    /// Writes the messages of an incomplete batch.
    mutating func finish() {
        do throws(EncodeError) {
            try writer.finish(into: &output.out.buffer)
        } catch {
            output.complain("the last batch is omitted: \(ChatEncoding.reason(error))")
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
