// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc

@main
struct IMWireCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imwire", abstract: "Reads, writes and proves the bytes of instant messaging.", version: "1.0.0",
        subcommands: [TesteeCommand.self, ConformCommand.self, BenchCommand.self])
}
