// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues

/// Units of a stream whose messages have not been decoded.
struct ChatBlock: StreamBlock {
    var reading = BlockReading()
    fileprivate var units = ChatUnitBatch()
    /// The file of the stream.
    fileprivate var file = LineLocation(file: InputFile.standardInput, isOneOfMany: false)
    /// Whether the stream begins with this block.
    fileprivate var isFirst = false
    fileprivate var isPacket = false

    var isConverted: Bool { units.count == 0 }

    mutating func reset() {
        reading = BlockReading()
        units.removeAll()
        isFirst = false
    }
}

/// A decoder of a stream of chat messages into units.
struct ChatDecoding: StreamDecoding, ~Copyable {
    private let file: LineLocation
    private let mode: DecodingMode
    private let limits: StreamLimits
    private var framing: ChatFraming
    private var decoder: ChatStreamDecoder
    /// The bytes from which the framing will be detected, or nil if it is known.
    private var start: [UInt8]?
    private var isFirst = true
    private var isFed = false
    /// What to do if the first bytes have another delimiter than the given one.
    private var hint: String?

    init(
        _ file: LineLocation, _ framing: ChatFraming, isDetected: Bool, limits: StreamLimits, mode: DecodingMode
    ) {
        self.file = file
        self.mode = mode
        self.limits = limits
        self.framing = framing
        decoder = ChatDecoding.decoder(framing, mode, limits)
        start = isDetected ? [] : nil
    }

    fileprivate static func decoder(
        _ framing: ChatFraming, _ mode: DecodingMode, _ limits: StreamLimits
    ) -> ChatStreamDecoder {
        ChatStreamDecoder(framing, mode: mode, limits: limits.framing, contentLimits: limits.contents)
    }

    var isClosed: Bool { decoder.isClosed }

    mutating func feed(_ bytes: Span<UInt8>) {
        guard var start else {
            if !isFed { hint = delimiterHint(bytes) }
            isFed = true
            return decoder.feed(bytes)
        }
        self.start = nil
        start.append(bytes: bytes)
        if FramingDetection.isEnough(start) || start.count >= 65_536 { detect(start) } else { self.start = start }
    }

    mutating func finish() -> [String]? {
        if let start {
            detect(start)
            return nil
        }
        let open = decoder.openFragmentSets
        decoder.finish()
        let missing =
            open == 0 ? nil : "\(file.title): \(TextLayout.count(open, "message")) incomplete: fragments are missing"
        return [missing, hint].compactMap(\.self)
    }

    /// Returns what to do about lines whose ends are not those that were given, for example of Windows.
    private func delimiterHint(_ bytes: Span<UInt8>) -> String? {
        guard !framing.isPacket else { return nil }
        let first = bytes.extracting(first: min(bytes.count, 65_536))
        guard framing.lines.delimiter.first(in: first, from: 0) == nil else { return nil }
        var start: [UInt8] = []
        start.append(bytes: first)
        guard case .line(let found, _) = FramingDetection(start).framing, found.first(in: first, from: 0) != nil else {
            return nil
        }
        return "\(file.title): no line ends with \(framing.lines.delimiter.rawValue);"
            + " --delimiter \(found.rawValue) reads lines that end with \(found.rawValue)"
    }

    mutating func fill(_ block: inout ChatBlock) -> Bool {
        block.file = file
        block.isPacket = framing.isPacket
        if isFirst { block.isFirst = true }
        isFirst = false
        return decoder.fill(&block.units, upTo: BlockReader.blockBytes)
    }

    /// Detects the framing (FRM-008), and decodes the bytes that were read for it.
    private mutating func detect(_ bytes: [UInt8]) {
        switch FramingDetection(bytes).framing {
        case .packet: framing.isPacket = true
        case .line(let delimiter, let encoding):
            framing = ChatFraming(
                isPacket: false, lines: ChatLineFraming(delimiter, encoding, heartbeat: framing.heartbeat))
        }
        start = nil
        decoder = ChatDecoding.decoder(framing, mode, limits)
        decoder.feed(bytes)
    }
}

/// A converter of the units of a stream, which decodes their messages.
struct ChatConverter: BlockConverter {
    private var decoder: ChatMessageDecoder
    private var items: [Result<ChatItem, StreamFault>] = []
    /// The number of the item written last, which text has; it is right only if there is one job.
    private var number = 0

    init(_ framing: ChatFraming, limits: StreamLimits, mode: DecodingMode) {
        decoder = ChatDecoding.decoder(framing, mode, limits).messageDecoder
    }

    mutating func convert(_ block: inout ChatBlock, into output: inout ItemOutput) {
        if block.isFirst { number = 0 }
        block.isFirst = false
        while !output.isFull, block.units.decodeNext(with: &decoder, into: &items) {
            for item in items { write(item, block, to: &output) }
            items.removeAll(keepingCapacity: true)
        }
    }

    private mutating func write(
        _ item: Result<ChatItem, StreamFault>, _ block: ChatBlock, to output: inout ItemOutput
    ) {
        output.count += 1
        number += 1
        switch output.format {
        case .text:
            var location = block.file
            location.number = number
            ChatItemText.write(item, location, to: &output.text)
        case .json:
            ChatItemWriter.append(item, to: &output.text.bytes, file: block.file.isOneOfMany ? block.file.file : nil)
            output.text.endBytes(with: UInt8(ascii: "\n"))
        }
        guard case .failure(let fault) = item else { return }
        output.exit = .findings
        guard fault.scope == .connection else { return }
        output.report(
            fault, in: block.file, within: block.isPacket ? "packet" : "line",
            "check the framing, or run imwire explain \(fault.error.code.rawValue)")
    }
}

/// A human-readable form of stream items, with one member per line and nested objects indented.
enum ChatItemText {
    static func write(_ item: Result<ChatItem, StreamFault>, _ place: LineLocation, to out: inout OutputBuffer) {
        switch item {
        case .success(let item):
            out.line("\(place.text) \(out.style.bold(item.kind.rawValue))\(text(item.position))")
            if let value = try? RawJSON(text: String(decoding: item.message.encodedForDisplay(), as: UTF8.self)) {
                DecodedText.write(value, indent: 2, to: &out)
            }
            DecodedText.write(item.deviations, to: &out)
        case .failure(let fault):
            out.line("\(place.text) \(out.style.red("error"))\(text(fault.position)) \(fault)")
        }
    }

    /// Returns the item's number in its batch, counted from 1.
    private static func text(_ place: ChatBatchPosition?) -> String {
        place.map { " (\($0.index + 1) of \($0.count))" } ?? ""
    }
}

#endif
