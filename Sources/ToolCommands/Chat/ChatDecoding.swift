// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues

/// A decoder of a stream of chat messages.
struct ChatDecoding: StreamDecoding, ~Copyable {
    private let output: ItemOutput
    private let mode: DecodingMode
    private let limits: StreamLimits
    private var framing: ChatFraming
    private var decoder: ChatStreamDecoder
    private var writer = ChatItemWriter()
    /// The bytes from which the framing will be detected, or nil if it is known.
    private var start: [UInt8]?
    private var location: LineLocation

    init(
        _ file: LineLocation, _ framing: ChatFraming, isDetected: Bool, limits: StreamLimits, mode: DecodingMode,
        _ output: ItemOutput
    ) {
        self.output = output
        self.mode = mode
        self.limits = limits
        self.framing = framing
        decoder = ChatDecoding.decoder(framing, mode, limits)
        start = isDetected ? [] : nil
        location = file
    }

    private static func decoder(
        _ framing: ChatFraming, _ mode: DecodingMode, _ limits: StreamLimits
    ) -> ChatStreamDecoder {
        ChatStreamDecoder(framing, mode: mode, limits: limits.framing, contentLimits: limits.contents)
    }

    var isClosed: Bool { decoder.isClosed }

    mutating func feed(_ bytes: Span<UInt8>) {
        if var start {
            for index in bytes.indices { start.append(bytes[index]) }
            self.start = start
            guard FramingDetection.isEnough(start) || start.count >= 65_536 else { return }
            detect(start)
        } else {
            decoder.feed(bytes)
        }
        writeItems()
    }

    mutating func finish() {
        if let start { detect(start) }
        writeItems()
        let open = decoder.openFragmentSets
        decoder.finish()
        writeItems()
        if open > 0 {
            output.complain(
                "\(location.title): \(TextLayout.count(open, "message")) incomplete: fragments are missing")
        }
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

    private mutating func writeItems() {
        while let item = decoder.nextResult() { write(item) }
    }

    private mutating func write(_ item: Result<ChatStreamItem, StreamFault>) {
        output.count += 1
        location.number += 1
        switch output.format {
        case .text: ChatItemText(out: output.out).write(item, location)
        case .json:
            var prefix: [UInt8] = []
            if location.isOneOfMany {
                prefix.append(text: "\"file\":")
                prefix.append(json: location.file)
                prefix.append(UInt8(ascii: ","))
            }
            writer.append(item, to: &output.out.buffer, prefix: prefix)
            output.out.endRecord()
        }
        guard case .failure(let fault) = item else { return }
        output.exit = .findings
        guard fault.scope == .connection else { return }
        output.report(
            fault, in: location, within: framing.isPacket ? "packet" : "line",
            "check the framing, or run imwire explain \(fault.error.code.rawValue)")
    }
}

/// A human-readable form of stream items, with one member per line and nested objects indented.
struct ChatItemText {
    let out: Output

    func write(_ item: Result<ChatStreamItem, StreamFault>, _ place: LineLocation) {
        switch item {
        case .success(let item):
            out.line("\(place.text) \(out.style.bold(item.kind.rawValue))\(text(item.place))")
            if let value = try? RawJSON(text: String(decoding: item.message.encodedForDisplay(), as: UTF8.self)) {
                DecodedText(out: out).write(value, indent: 2)
            }
            DecodedText(out: out).write(item.deviations)
        case .failure(let fault):
            out.line("\(place.text) \(out.style.red("error"))\(text(fault.place)) \(fault)")
        }
    }

    /// Returns the item's number in its batch, counted from 1.
    private func text(_ place: ChatItem.Place?) -> String {
        place.map { " (\($0.index + 1) of \($0.count))" } ?? ""
    }
}

#endif
