// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import CAllocations
import CommandSupport
import IMWire
import Platform

struct BenchRMTPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rmtp",
        abstract: "RongCloud's packets with their bodies and contents, against SwiftProtobuf and JSONDecoder.",
        usage: "imwire bench rmtp [<options>]",
        discussion: """
            The whole path converts a packet's bytes to an envelope with its decoded \
            content, and back. The peer reads the packet with hand-written code, its body \
            with SwiftProtobuf and its content with Foundation. Bodies and packets are \
            also measured separately. The codec writes into a reused buffer; allocations \
            are counted.

            EXAMPLES
              imwire bench rmtp
            """)

    @OptionGroup var options: BenchOptions

    func run() throws {
        let earlier = try options.prepare()
        let benchmark = RMTPBenchmark(turns: options.turns)
        Console.progress("packets with their bodies and contents")
        var rows = [try benchmark.message(), try benchmark.pull()]
        Console.progress("bodies")
        rows += try benchmark.bodies()
        rows.append(try benchmark.frame())
        Console.clearProgress()
        try options.emit(text: text(rows), json: json(rows), earlier)
    }

    /// The rates per second at which the vendor's JavaScript SDK on Node.js decodes and encodes a text PUBLISH (frame,
    /// body and content).
    ///
    /// They were measured once on a machine with two cores, because the SDK cannot be part of this run.
    private static let vendor = (decodes: 95_000, encodes: 220_000...530_000)

    private func text(_ rows: [RMTPBenchmark.Row]) -> String {
        let right = TextLayout.right
        func number(_ value: Double) -> String { Decimals.text(value, value < 100 ? 1 : 0) }
        func cell(_ cost: RMTPBenchmark.Cost) -> String {
            right(number(cost.times.ours), 11) + right(number(cost.times.peer), 9)
                + right(Decimals.text(cost.times.ratio, 1) + "×", 8)
                + right(imwire_counts_allocations() ? "\(cost.allocations)" : "?", 8)
        }
        let columns = right("ns", 9) + right("peer ns", 9) + right("×", 8) + right("allocs", 8)
        var lines = [
            TextLayout.pad("", 21) + right("bytes", 6) + "  decode"
                + columns.dropFirst(6) + "  encode" + columns.dropFirst(6)
        ]
        for row in rows {
            lines.append(
                TextLayout.pad(row.name, 21) + right("\(row.bytes)", 6)
                    + cell(row.decode) + cell(row.encode))
        }
        lines.append("")
        lines.append("× is the peer's time divided by ours in this run; allocs are ours, for each call")
        lines.append(
            "peer: a frame parser by hand, SwiftProtobuf, JSONDecoder and JSONEncoder; of these what a row needs")
        if let message = rows.first {
            lines.append(
                "text PUBLISH, whole path: \(perSecond(message.decode.times.ours)) decodes and "
                    + "\(perSecond(message.encode.times.ours)) encodes a second; the vendor's JavaScript SDK on node, measured "
                    + "elsewhere: \(TextLayout.grouped(Self.vendor.decodes)) and \(TextLayout.grouped(Self.vendor.encodes.lowerBound)) to "
                    + TextLayout.grouped(Self.vendor.encodes.upperBound))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func perSecond(_ nanoseconds: Double) -> String {
        TextLayout.grouped(Int(1e9 / nanoseconds / 10_000) * 10_000)
    }

    private func json(_ rows: [RMTPBenchmark.Row]) -> String {
        func cost(_ cost: RMTPBenchmark.Cost) -> String {
            #"{"ns":\#(cost.times.ours),"peerNs":\#(cost.times.peer),"ratio":\#(cost.times.ratio),"allocations":\#(cost.allocations)}"#
        }
        return rows.map { row in
            #"{"row":\#(RawJSON(row.name).text),"bytes":\#(row.bytes),"decode":\#(cost(row.decode)),"#
                + #""encode":\#(cost(row.encode))}"# + "\n"
        }.joined()
    }
}

#endif
