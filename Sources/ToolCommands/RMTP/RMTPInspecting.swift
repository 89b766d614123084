// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

struct RMTPInspecting {
    /// A message or reply, with its direction if its line states one.
    private typealias Message = (bytes: [UInt8], direction: RMTPDirection?)

    private let framing: RMTPFraming
    private let given: RMTPOptions
    private let stream: StreamInput
    private var messages: [Message] = []
    /// The directions of a recorded connection, or an empty array if the input is a single stream.
    private var streams: [(direction: RMTPDirection, bytes: [UInt8])] = []
    private var form: InputForm

    /// Reads an input and splits it into messages, which are lines for a WebSocket and for replies to polls.
    init(_ file: String, _ form: InputForm, limit: Int, _ framing: RMTPFraming, _ given: RMTPOptions) throws {
        self.framing = framing
        self.given = given
        guard framing != .tcp else {
            stream = try StreamInput(file, form, limit: limit)
            self.form = stream.form
            return
        }
        // Hex takes two digits per byte, and the separators may take as much again.
        stream = try StreamInput(file, .binary, limit: framing == .xhr || form == .binary ? limit : limit * 4)
        self.form = form
        let lines = stream.bytes[...].lines.filter { !$0.allSatisfy(\.isBlank) }
        if framing == .xhr {
            self.form = .binary
            messages = lines.map { (Array($0), nil) }
        } else if form == .binary {
            messages = [(stream.bytes, nil)]
        } else {
            try readLines(lines.map { Array($0) })
        }
    }

    /// Creates an inspection of bytes that were recognized as a single message.
    init(message bytes: StreamInput, _ given: RMTPOptions) {
        framing = .websocket
        self.given = given
        stream = bytes
        form = bytes.form
        messages = [(bytes.bytes, nil)]
    }

    /// Creates an inspection of the messages of a WebSocket, in the order in which they were recorded.
    init(messages: [(bytes: [UInt8], direction: RMTPDirection)], _ given: RMTPOptions) {
        framing = .websocket
        self.given = given
        stream = StreamInput(messages.flatMap(\.bytes))
        form = .log
        self.messages = messages.map { ($0.bytes, $0.direction) }
    }

    /// Creates an inspection of the two directions of a TCP connection, where requests are read before their answers.
    init(streams: [(direction: RMTPDirection, bytes: [UInt8])], _ given: RMTPOptions) {
        framing = .tcp
        self.given = given
        stream = StreamInput(streams.flatMap(\.bytes))
        form = .log
        self.streams = streams
    }

    /// Reads lines of hex or Base64, as determined by the first line, or one message if the first line is neither.
    private mutating func readLines(_ lines: [[UInt8]]) throws {
        var lineForm: LineBytes? = form == .hex ? .hex : form == .base64 ? .base64 : nil
        for (index, line) in lines.enumerated() {
            do throws(LineError) {
                let message = try MessageLine(line.span, &lineForm)
                messages.append((message.bytes, message.direction))
            } catch {
                if form == .auto, index == 0 {
                    form = .binary
                    messages = [(stream.bytes, nil)]
                    return
                }
                // The last line of an input that was cut off may be incomplete, and is ignored.
                if stream.isCut, index == lines.count - 1 { break }
                throw CommandFailure.usage("message \(index + 1): \(error.description)")
            }
        }
        form = lineForm == .hex ? .hex : .base64
    }

    /// Reports every message and returns the exit code.
    func run(_ choice: InspectCommand, reasons: [String]) throws -> ToolExit {
        if stream.bytes.isEmpty { throw CommandFailure.usage("there are no bytes to inspect") }
        var reasons = reasons
        let direction = try self.direction(&reasons)
        var options = given.inspection(framing, direction, strict: choice.strict)
        options.isCut = stream.isCut
        if choice.full {
            options.valueBytes = .max
            options.parts = .max
        }
        var inspection = RMTPInspection(options)
        var output = InspectionOutput(
            InspectedInput(
                .rmtp(framing, options.format), form: form.rawValue, bytes: stream.bytes.count, reasons: reasons,
                isDetected: !reasons.isEmpty, isCut: stream.isCut), choice)
        let streams = framing == .tcp && self.streams.isEmpty ? [(direction, stream.bytes)] : self.streams
        for (direction, bytes) in streams {
            try inspection.stream(bytes, going: direction) { output.write($0, bytes) }
        }
        for message in messages { output.write(inspection.next(message.bytes, message.direction), message.bytes) }
        return try output.end(inspection.summary)
    }

    /// Returns the direction of packets whose lines do not state one.
    private func direction(_ reasons: inout [String]) throws -> RMTPDirection {
        if let direction = given.direction { return direction }
        if !streams.isEmpty { return .up }
        if framing == .xhr || messages.allSatisfy({ $0.direction != nil }) && !messages.isEmpty { return .down }
        let first = messages.first { $0.direction == nil }
        if let first, let found = RMTPDetection.direction(first.bytes, given.version) {
            reasons.append("the first packet is canonical as one that goes \(found.rawValue); --direction decides it")
            return found
        }
        throw CommandFailure.usage(
            "the direction of the packets is unknown (RMTP-001); give --direction up (from the client) or down")
    }
}

#endif
