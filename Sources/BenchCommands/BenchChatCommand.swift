// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import CAllocations
import CommandSupport
import IMWire

struct BenchChatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Chat messages in batches and through a server, in nanoseconds a message.",
        usage: "imwire bench chat [<options>]",
        discussion: """
            A batch is one packet of 50 text messages. In a session the sender's packet \
            is decoded, the server's session handles the message of a group, and the \
            packets for every recipient are encoded; there are no sockets. Allocations \
            are counted for each message after warming up. No peer does the same.

            EXAMPLES
              imwire bench chat
              imwire bench chat --format json
            """)

    @OptionGroup var options: BenchOptions

    func run() throws {
        let earlier = try options.prepare()
        let benchmark = ChatBenchmark(turns: options.turns)
        Console.progress("batches")
        var rows = try benchmark.batches()
        for recipients in [1, 100] {
            Console.progress("a session with \(recipients) recipients")
            rows.append(try benchmark.session(recipients: recipients))
        }
        Console.clearProgress()
        try options.emit(text: text(rows), json: json(rows), earlier)
    }

    private func text(_ rows: [ChatBenchmark.Row]) -> String {
        let right = TextLayout.right
        let head = TextLayout.pad("chat", 25) + right("ns", 9) + right("a second", 11) + right("allocs", 8)
        let lines = rows.map { row in
            TextLayout.pad(row.name, 25) + right("\(Int(row.nanoseconds.rounded()))", 9)
                + right(TextLayout.grouped(Int(1e9 / max(row.nanoseconds, 1))), 11)
                + right(imwire_counts_allocations() ? Decimals.text(row.allocations, 1) : "?", 8)
        }
        return ([head] + lines + ["", "all figures are for one message"]).joined(separator: "\n") + "\n"
    }

    private func json(_ rows: [ChatBenchmark.Row]) -> String {
        rows.map { row in
            #"{"chat":\#(RawJSON(row.name).text),"ns":\#(row.nanoseconds),"allocations":\#(row.allocations)}"# + "\n"
        }.joined()
    }
}

#endif
