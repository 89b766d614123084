// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues

/// A handler that writes a stream of chat messages from lines.
struct ChatEncoding: LineHandler, ~Copyable {
    private let reader: ChatReader
    private var writer: ChatStreamWriter
    private let out = Output()
    private let progress: LineProgress?
    private var written = 0
    /// The exit code so far.
    private(set) var exit = ToolExit.clean

    init(_ options: ChatStreamWriter.Options, limits: StreamLimits, mode: DecodingMode) {
        var reader = ChatReader(mode: mode, limits: limits.contents, heartbeat: options.framing.heartbeat)
        reader.messageBytes = limits.framing.messageBytes
        self.reader = reader
        writer = ChatStreamWriter(options)
        progress = LineProgress("messages", beside: out)
    }

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        do throws(Fault) {
            let range = try ItemLine.message(in: line)
            write(try message(line.extracting(range)), place)
        } catch {
            take(error, place)
        }
    }

    mutating func take(_ fault: Fault, _ place: Place) {
        exit = .findings
        out.flush()
        progress?.clear()
        FaultText.complain(fault, place)
    }

    mutating func heard(_ bytes: Int) {
        progress?.advance(written, bytes: bytes)
    }

    /// Writes the messages of an incomplete batch.
    mutating func finish() {
        let out = self.out
        do throws(EncodeError) {
            try writer.finish(into: &out.buffer)
        } catch {
            exit = .findings
            Console.complain("the last batch is omitted: \(ChatEncoding.reason(error))")
        }
        out.flush()
        progress?.clear()
    }

    private func message(_ bytes: Span<UInt8>) throws(Fault) -> ChatMessage {
        do throws(DecodeError) {
            return try reader.message(bytes).content
        } catch {
            throw Fault(error, nil)
        }
    }

    private mutating func write(_ message: ChatMessage, _ place: Place) {
        let out = self.out
        let waiting = writer.waiting
        do throws(EncodeError) {
            try writer.write(message, into: &out.buffer)
            written += 1
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
