// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance

/// Decodes files of chat messages, each a stream of its own.
struct ChatDecoding {
    private let framing: ChatFraming
    private let limits: StreamLimits
    private let mode: DecodingMode
    private let format: LineFormat
    private let progress: Progress?
    private let out = Output()
    private var writer = ChatItemWriter()
    private var exit = ToolExit.clean
    /// Items of all files, and of the present one.
    private var items = 0
    private var number = 0

    init(_ framing: ChatFraming, limits: StreamLimits, mode: DecodingMode, format: LineFormat) {
        self.framing = framing
        self.limits = limits
        self.mode = mode
        self.format = format
        progress = Progress("messages", beside: out)
    }

    /// Reads the files, and says how it went.
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
        var reader = ChatStreamReader(
            framing, mode: mode, limits: limits.framing, contentLimits: limits.contents)
        number = 0
        while !reader.isClosed {
            let before = chunks.bytesRead
            guard try chunks.next({ chunk in reader.feed(chunk) { take($0, file) } }) else { break }
            progress?.advance(items, bytes: chunks.bytesRead - before)
        }
        let open = reader.openFragmentSets
        if !reader.isClosed { reader.finish { take($0, file) } }
        if chunks.bytesRead == 0 { Console.complain("\(file.title) is empty (0 bytes)") }
        if open > 0 {
            out.flush()
            progress?.clear()
            Console.complain(
                "\(file.title): \(TextLayout.count(open, "message")) never became whole: fragments are missing")
            exit = .worse(exit, .findings)
        }
    }

    private mutating func take(_ item: ChatStreamItem, _ file: Place) {
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
            out.endLine()
        case .text:
            var place = file
            place.number = number
            ChatItemText(out: out).write(item, place)
        }
        guard case .fault(let fault, _) = item else { return }
        exit = .worse(exit, .findings)
        if fault.scope == .connection { tell(fault, file) }
    }

    /// After such an error nothing of the stream is read; whoever sees the output end there wants to know why.
    private func tell(_ fault: StreamFault, _ file: Place) {
        out.flush()
        progress?.clear()
        let advice =
            fault.error.code == .frameTruncated
            ? "the stream ends inside a \(framing.isPacket ? "packet" : "line")"
            : "nothing behind it is read; is the framing right? imwire explain \(fault.error.code.rawValue)"
        Console.complain("\(file.title): \(fault.error.description): \(advice)")
    }
}
