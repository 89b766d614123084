// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// A converter that decodes RongCloud's packets from WebSocket messages and replies to polls, one per line.
struct RMTPDecoding: LineConverter {
    private let isPolling: Bool
    /// The direction of lines that do not state one.
    private let direction: RMTPDirection?
    private var form: LineBytes?
    private var reader: RMTPItemReader

    init(_ options: RMTPInspection.Options, _ direction: RMTPDirection?, _ form: LineBytes?, bodies: Bool) {
        isPolling = options.framing == .xhr
        self.direction = direction
        self.form = form
        reader = RMTPItemReader(options, bodies: bodies)
    }

    /// What a line depends on of the lines before it: the form of lines, and the queries without an answer.
    var state: (form: LineBytes?, bodies: RMTPBodies) {
        get { (form, reader.bodies) }
        set { (form, reader.bodies) = newValue }
    }

    mutating func convert(
        _ line: Span<UInt8>, at location: LineLocation, into output: inout ItemOutput
    ) throws(LineError) {
        if isPolling {
            for result in reader.reply(line) {
                output.write(location) { RMTPItemReader.append(result, to: &$0) }
            }
            return
        }
        let message = try MessageLine(line, &form)
        guard let way = message.direction ?? direction else {
            throw LineError(
                .member, at: 0,
                "the direction of the message is unknown; begin the line with up or down, or give --direction")
        }
        output.write(location, message.direction) { reader.append(message: message.bytes.span, way, to: &$0) }
    }

    /// Changes the state as ``convert(_:at:into:)`` does, without converting the line.
    mutating func pass(_ line: Span<UInt8>) {
        if isPolling || form != nil && !MessageLine.mayBeQuery(line, form) { return }
        guard let message = try? MessageLine(line, &form), let way = message.direction ?? direction else { return }
        reader.pass(message: message.bytes.span, way)
    }
}

/// Lines of packets, and the state before the first of them.
struct RMTPLineBlock: InputBlock {
    var lines = LineBlock()
    var state: (form: LineBytes?, bodies: RMTPBodies)?
    var reading: BlockReading {
        get { lines.reading }
        set { lines.reading = newValue }
    }
    var isConverted: Bool { lines.isConverted }
}

/// A source of lines of packets, which follows the queries in them so that the answers can be in another block.
struct RMTPLineSource: BlockSource, ~Copyable {
    private var lines: LineSource
    private var decoding: RMTPDecoding

    init(_ lines: consuming LineSource, _ decoding: RMTPDecoding) {
        self.lines = lines
        self.decoding = decoding
    }

    var isReady: Bool { lines.isReady }

    mutating func next(into block: inout RMTPLineBlock) -> Bool {
        guard lines.next(into: &block.lines) else { return false }
        block.state = decoding.state
        var passed = block.lines
        while let next = passed.next(lines.maximum) {
            guard case .line(let range) = next else { continue }
            let line = passed.bytes.span.extracting(range)
            if !line.isBlank { decoding.pass(line) }
        }
        return true
    }
}

/// A converter of lines of packets.
struct RMTPLineConverter: BlockConverter, ~Copyable {
    private var lines: LineBlockConverter<RMTPDecoding>

    init(_ lines: RMTPDecoding, maximum: Int) {
        self.lines = LineBlockConverter(lines, maximum: maximum)
    }

    mutating func convert(_ block: inout RMTPLineBlock, into output: inout ItemOutput) {
        if let state = block.state { lines.lines.state = state }
        block.state = nil
        lines.convert(&block.lines, into: &output)
    }
}

#endif
