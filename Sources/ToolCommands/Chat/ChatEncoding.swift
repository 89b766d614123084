// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

/// A converter that writes a stream of chat messages from lines.
struct ChatEncoding: LineConverter, ~Copyable {
    /// A batch consists of the messages of several lines.
    static let isSequential = true

    private let reader: ChatMessageDecoder
    private var writer: ChatStreamEncoder

    init(_ options: ChatStreamEncoder.Options, limits: StreamLimits, mode: DecodingMode) {
        var reader = ChatMessageDecoder(mode: mode, limits: limits.contents, heartbeat: options.framing.heartbeat)
        reader.messageBytes = limits.framing.messageBytes
        self.reader = reader
        writer = ChatStreamEncoder(options)
    }

    mutating func convert(
        _ line: Span<UInt8>, at location: LineLocation, into output: inout ItemOutput
    ) throws(LineError) {
        let range = try ItemLine.message(in: line)
        let message: ChatMessage
        do throws(DecodeError) {
            message = try reader.decode(line.extracting(range)).value
        } catch {
            throw LineError(error, nil)
        }
        let waiting = writer.waiting
        do throws(EncodeError) {
            try writer.encode(message, into: &output.text.bytes)
        } catch {
            let batch = waiting > 0 && writer.waiting == 0 ? " and the \(waiting) messages before it" : ""
            throw LineError(
                code: error.code.rawValue, "the message\(batch) cannot be written: \(ChatEncoding.reason(error))")
        }
        output.count += 1
        output.text.endBytes()
    }

    /// Writes the messages of an incomplete batch.
    mutating func finish(into output: inout ItemOutput) {
        do throws(EncodeError) {
            try writer.finish(into: &output.text.bytes)
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
