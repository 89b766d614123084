// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import IMWire
import IMWireValues
import NIOCore
import NIOPosix

/// The command `imwire-live client`, which runs a client of this package that a runner drives.
package struct DrivenClientCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Runs a client of this package as a driver of `imwire conform --listen`.",
        discussion: """
            Reads the application's events from standard input, one JSON object a line, and \
            answers each with {"ok":{}} or {"skipped":"why"} (Spec/live.md). It is for tests, \
            and accepts any certificate.

            EXAMPLE
              imwire conform --listen tcp://127.0.0.1:0 --driver "imwire-live client"
            """)

    @Option(help: ArgumentHelp("The framing of socket chat: packet or line.", valueName: "framing"))
    var framing = "line"

    package init() {}

    package func run() async throws {
        guard ["packet", "line"].contains(framing) else {
            throw CommandFailure.usage("--framing is packet or line")
        }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let framing: ChatFraming = framing == "packet" ? .packets : .lines()
        let client = try await loop.submit { NIOLoopBound(DrivenClient(framing, on: loop), eventLoop: loop) }.get()
        await DrivenLines.answer { event in
            try await loop.submit { try client.value.handle(event) }.get()
        }
    }
}

#endif
