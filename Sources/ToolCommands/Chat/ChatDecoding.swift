// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues

/// A decoder of files of chat messages, each of which is a separate stream.
struct ChatDecoding {
    /// The framing of messages, which is replaced by the detected one if the framing is to be detected.
    private var framing: ChatFraming
    private let isDetected: Bool
    private let limits: StreamLimits
    private let mode: DecodingMode
    private let format: LineFormat
    private let progress: LineProgress?
    private let out = Output()
    private var writer = ChatItemWriter()
    private var exit = ToolExit.clean
    /// The numbers of items in all files and in the current file.
    private var items = 0
    private var number = 0

    init(
        _ framing: ChatFraming, isDetected: Bool = false, limits: StreamLimits, mode: DecodingMode, format: LineFormat
    ) {
        self.framing = framing
        self.isDetected = isDetected
        self.limits = limits
        self.mode = mode
        self.format = format
        progress = LineProgress("messages", beside: out)
    }

    /// Reads the files and returns the exit code.
    mutating func read(_ names: [String]) -> ToolExit {
        for name in names {
            do {
                try read(Place(file: name, isOneOfMany: names.count > 1))
            } catch {
                progress?.clear()
                Console.complain(error.message)
                exit = .worse(exit, .usage)
            }
        }
        out.flush()
        progress?.clear()
        return exit
    }

    private mutating func read(_ file: Place) throws(InputError) {
        var chunks = ChunkReader(try InputFile(file.file))
        let start = isDetected ? try detect(&chunks) : []
        var reader = ChatStreamDecoder(
            framing, mode: mode, limits: limits.framing, contentLimits: limits.contents)
        number = 0
        reader.feed(start)
        drain(&reader, file)
        while !reader.isClosed {
            let before = chunks.bytesRead
            guard try chunks.next({ chunk in reader.feed(chunk) }) else { break }
            drain(&reader, file)
            progress?.advance(items, bytes: chunks.bytesRead - before)
        }
        let open = reader.openFragmentSets
        reader.finish()
        drain(&reader, file)
        if chunks.bytesRead == 0 { Console.complain("\(file.title) is empty (0 bytes)") }
        if open > 0 {
            out.flush()
            progress?.clear()
            Console.complain(
                "\(file.title): \(TextLayout.count(open, "message")) incomplete: fragments are missing")
            exit = .worse(exit, .findings)
        }
    }

    private mutating func drain(_ reader: inout ChatStreamDecoder, _ file: Place) {
        while let item = reader.nextResult() { take(item, file) }
    }

    /// Detects the framing (FRM-008) and returns the bytes that were read for it.
    private mutating func detect(_ chunks: inout ChunkReader) throws(InputError) -> [UInt8] {
        var start: [UInt8] = []
        while !FramingDetection.isEnough(start), start.count < 65_536 {
            let isMore = try chunks.next { chunk in
                for index in chunk.indices { start.append(chunk[index]) }
            }
            if !isMore { break }
        }
        switch FramingDetection(start).framing {
        case .packet: framing.isPacket = true
        case .line(let delimiter, let encoding):
            framing = ChatFraming(
                isPacket: false, lines: ChatLineFraming(delimiter, encoding, heartbeat: framing.heartbeat))
        }
        return start
    }

    private mutating func take(_ item: Result<ChatItem, StreamFault>, _ file: Place) {
        items += 1
        number += 1
        switch format {
        case .json:
            var prefix: [UInt8] = []
            if file.isOneOfMany {
                prefix.append(text: "\"file\":")
                prefix.append(json: file.file)
                prefix.append(0x2c)
            }
            writer.append(item, to: &out.buffer, prefix: prefix)
            out.endRecord()
        case .text:
            var place = file
            place.number = number
            ChatItemText(out: out).write(item, place)
        }
        guard case .failure(let fault) = item else { return }
        exit = .worse(exit, .findings)
        if fault.scope == .connection { tell(fault, file) }
    }

    /// Reports an error that ends the stream, since the rest of it is not read.
    private func tell(_ fault: StreamFault, _ file: Place) {
        out.flush()
        progress?.clear()
        let advice =
            fault.error.code == .frameTruncated
            ? "the stream ends inside a \(framing.isPacket ? "packet" : "line")"
            : "the rest is not read; check the framing, or run imwire explain \(fault.error.code.rawValue)"
        Console.complain("\(file.title): \(fault.error.description): \(advice)")
    }
}

#endif
