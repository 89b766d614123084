// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import CAllocations
import CommandSupport
import Platform

struct BenchFramingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "framing",
        abstract: "Lines and packets, read in chunks and written, in nanoseconds a frame.",
        usage: "imwire bench framing [<options>]",
        discussion: """
            Streams are read in chunks of 1,460 bytes, as they come from a socket, and \
            of 64 KiB; the rest of a chunk is copied before the next. Frames are written \
            into a reused buffer. Allocations are counted for each frame after warming up.

            EXAMPLES
              imwire bench framing
            """)

    @OptionGroup var options: BenchOptions

    func run() throws {
        let earlier = try options.prepare()
        var rows: [FramingBenchmark.Row] = []
        for kind in FramingBenchmark.Kind.allCases {
            for bytes in [37, 300, 6_144] {
                Console.progress("\(kind.rawValue), \(bytes) bytes")
                rows.append(try FramingBenchmark(turns: options.turns).row(kind, bytes))
            }
        }
        Console.clearProgress()
        try options.emit(text: text(rows), json: json(rows), earlier)
    }

    private func text(_ rows: [FramingBenchmark.Row]) -> String {
        let right = TextLayout.right
        func cell(_ nanoseconds: Double, _ bytes: Int, _ width: Int) -> String {
            right(Decimals.text(nanoseconds, nanoseconds < 100 ? 1 : 0), width)
                + right("\(Int(Double(bytes) * 1_000 / nanoseconds))", 7)
        }
        func count(_ allocations: Double) -> String {
            imwire_counts_allocations() ? Decimals.text(allocations, allocations == 0 ? 0 : 3) : "?"
        }
        func peer(_ row: FramingBenchmark.Row) -> String {
            guard let time = row.peer else { return right("", 17) }
            return right(Decimals.text(time, time < 100 ? 1 : 0), 10)
                + right(Decimals.text(time / row.large, 1) + "x", 7)
        }
        let head = TextLayout.pad("framing", 18)
        var lines = [
            head + right("bytes", 6) + right("decode 1460 ns", 17) + right("MB/s", 7) + right("64 KiB ns", 12)
                + right("MB/s", 7) + right("allocs", 8) + right("NIO ns", 10) + right("ratio", 7)
                + right("encode ns", 12) + right("MB/s", 7) + right("allocs", 8)
        ]
        for row in rows {
            lines.append(
                TextLayout.pad(row.kind.rawValue, 18) + right("\(row.bytes)", 6)
                    + cell(row.small, row.bytes, 17) + cell(row.large, row.bytes, 12)
                    + right(count(row.decodeAllocations), 8) + peer(row) + cell(row.encode, row.bytes, 12)
                    + right(count(row.encodeAllocations), 8))
        }
        lines += [
            "", "bytes are those of the payload; deflate is tried from 256 bytes on",
            "NIO is a NIOSingleStepByteToMessageProcessor that does the same, in chunks of 64 KiB; ratio is NIO's time to ours",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private func json(_ rows: [FramingBenchmark.Row]) -> String {
        rows.map { row in
            #"{"framing":"\#(row.kind.rawValue)","bytes":\#(row.bytes),"decode":{"1460":\#(row.small),"65536":\#(row.large),"#
                + #""allocations":\#(row.decodeAllocations)},"# + (row.peer.map { #""nio":\#($0),"# } ?? "")
                + #""encode":{"ns":\#(row.encode),"#
                + #""allocations":\#(row.encodeAllocations)}}"# + "\n"
        }.joined()
    }
}

#endif
