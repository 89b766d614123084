// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import CommandSupport
import IMWire
import Platform

/// A command that measures the codec against named peers.
package struct BenchCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures the codec against named peers, in one run.",
        discussion: """
            Compares the results before it measures, interleaves the codec and its peers, \
            and prints medians. Compare only ratios within one run, because machines and \
            their load differ.

            EXAMPLES
              imwire bench content
              imwire bench framing
              imwire bench rmtp
              imwire bench chat
              imwire bench content --format json > before.jsonl
              imwire bench content --compare before.jsonl
            """,
        subcommands: [
            BenchContentCommand.self, BenchFramingCommand.self, BenchRMTPCommand.self, BenchChatCommand.self,
        ])

    package init() {}
}

struct BenchContentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content",
        abstract: "Message contents, against Foundation's JSONDecoder and JSONEncoder.",
        usage: "imwire bench content [<options>]",
        discussion: """
            Both sides read the same members and keep unknown ones. `decode` builds a \
            Swift struct, `validate` builds nothing, `encode` writes into a buffer that \
            is reused. The custom type is read from a schema when the program runs. × is \
            how many times faster than Foundation.

            EXAMPLES
              imwire bench content
            """)

    @OptionGroup var options: BenchOptions
    @Option(help: "Only the contents whose name contains this.")
    var only: String?

    func validate() throws {
        guard !samples.isEmpty else {
            let names = ContentSample.allWithCustom.map(\.name).joined(separator: "; ")
            throw ValidationError("--only matches none of the contents: \(names)")
        }
    }

    private var samples: [ContentSample] {
        ContentSample.allWithCustom.filter { sample in only.map { sample.name.firstRange(of: $0) != nil } ?? true }
    }

    func run() throws {
        let earlier = try options.prepare()
        var rows: [ContentBenchmark.Row] = []
        for (index, sample) in samples.enumerated() {
            Console.progress("\(index + 1) of \(samples.count): \(sample.name)")
            rows.append(try ContentBenchmark(turns: options.turns).row(sample))
        }
        Console.clearProgress()
        try options.emit(text: text(rows), json: json(rows), earlier)
    }

    private func text(_ rows: [ContentBenchmark.Row]) -> String {
        let right = TextLayout.right
        func cell(_ measured: PeerTimes, _ bytes: Int) -> String {
            right("\(Int(measured.ours.rounded()))", 8) + right("\(Int(Double(bytes) * 1_000 / measured.ours))", 7)
                + right(Decimals.text(measured.ratio, 1) + "×", 8)
        }
        let head = TextLayout.pad("content", 25)
        var lines = [
            head + right("bytes", 6) + right("decode ns", 11) + right("MB/s", 7) + right("×", 8) + right("validate", 11)
                + right("MB/s", 7) + right("×", 8) + right("encode", 9) + right("MB/s", 7) + right("×", 8)
        ]
        for row in rows {
            lines.append(
                TextLayout.pad(row.name, 25) + right("\(row.bytes)", 6)
                    + right("", 3) + cell(row.decode, row.bytes) + right("", 3) + cell(row.validate, row.bytes)
                    + right("", 1) + cell(row.encode, row.bytes))
        }
        lines += [
            "",
            "× is Foundation's time divided by ours in this run: JSONDecoder for decode and validate, JSONEncoder for encode",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private func json(_ rows: [ContentBenchmark.Row]) -> String {
        rows.map { row in
            func pair(_ name: String, _ pair: PeerTimes) -> String {
                #""\#(name)":{"ns":\#(pair.ours),"peerNs":\#(pair.peer),"ratio":\#(pair.ratio)}"#
            }
            return #"{"content":\#(RawJSON(row.name).text),"bytes":\#(row.bytes),"#
                + [pair("decode", row.decode), pair("validate", row.validate), pair("encode", row.encode)]
                .joined(separator: ",") + "}\n"
        }.joined()
    }
}

#endif
