// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform

/// Runs an executable of its own in place of this one, as git does with its commands.
enum HandOver {
    /// Replaces this process by `name`, which lies beside this executable or in `PATH`.
    ///
    /// - Throws: a usage error that says how to build it, where there is none.
    static func run(_ name: String, _ arguments: [String]) throws -> Never {
        let beside = SuiteFolder.executable.deletingLastPathComponent().appending(path: name).path
        var words = ([name] + arguments).map { strdup($0) }
        words.append(nil)
        defer { words.forEach { free($0) } }
        for path in [beside, name] { execvp(path, words) }
        throw CommandFailure.usage(
            "\(name) is not beside imwire, nor in PATH\n"
                + "build it with: swift build -c release --traits Tools,\(trait(name)) --product \(name)")
    }
}

extension HandOver {
    /// The trait without which an executable has no commands.
    private static func trait(_ name: String) -> String { name == "imwire-live" ? "Live" : "Peers" }
}

/// `imwire serve`, an executable of its own.
struct ServeHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves socket chat and RongCloud clients on this machine, for tests.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-live", ["serve"] + arguments) }
}

/// `imwire fuzz`, an executable of its own.
struct FuzzHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract:
            "Looks for inputs that break a promise of the codec, or that another implementation reads differently.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-fuzz", ["fuzz"] + arguments) }
}

/// `imwire fixtures`, part of the executable of `imwire fuzz`.
struct FixturesHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fixtures",
        abstract: "Makes cases of findings, keeps the corpus small, exports and checks the cases.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-fuzz", ["fixtures"] + arguments) }
}

/// `imwire bench`, an executable of its own.
struct BenchHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures the codec beside other implementations.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-bench", arguments) }
}

#endif
