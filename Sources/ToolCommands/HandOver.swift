// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform

/// Replaces this process with another executable of the package, as git does for its subcommands.
enum HandOver {
    /// Replaces this process with `name`, which is looked up beside this executable and then in `PATH`.
    ///
    /// - Throws: A usage error with the build command if the executable is not found.
    static func run(_ name: String, _ arguments: [String], traits: String = "Tools,Peers") throws -> Never {
        let beside = SuiteFolder.executable.deletingLastPathComponent().appending(path: name).path
        replace([beside, name], [name] + arguments)
        throw missing(name, traits: traits)
    }

    /// Returns the path of an executable beside this one or in `PATH`, or nil if there is none.
    static func place(of name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { "\($0)/\(name)" }
        return ([SuiteFolder.executable.deletingLastPathComponent().appending(path: name).path] + paths)
            .first { access($0, X_OK) == 0 }
    }

    /// Returns the error for an executable that is not found.
    static func missing(_ name: String, traits: String) -> CommandFailure {
        .usage(
            "\(name) is neither in the folder of imwire nor in PATH\n"
                + "build it with: swift build -c release --traits \(traits) --product \(name)")
    }

    /// Replaces this process with a new instance of the same executable that runs with other arguments.
    static func runAgain(_ arguments: [String]) throws -> Never {
        replace([SuiteFolder.executable.path], ["imwire"] + arguments)
        throw CommandFailure.usage("imwire cannot start itself again: \(String(cString: strerror(errno)))")
    }

    /// Replaces this process with the first executable that can be started, and returns if there is none.
    private static func replace(_ paths: [String], _ arguments: [String]) {
        // Arguments that are not valid UTF-8 keep their bytes.
        var words = arguments.map { argument in
            (ArgumentBytes.of(argument) + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.flatMap { strdup($0) }
            }
        }
        words.append(nil)
        defer { words.forEach { free($0) } }
        for path in paths { execvp(path, words) }
    }
}

/// The `imwire compat` command, which runs the `imwire-compat` executable.
struct CompatHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compat",
        abstract: "Compares the declarations and the traffic of platforms.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-compat", ["compat"] + arguments, traits: "Tools") }
}

/// The `imwire serve` command, which runs the `imwire-live` executable.
struct ServeHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves socket chat and RongCloud clients on this machine, for tests.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-live", ["serve"] + arguments, traits: "Tools,Live") }
}

/// The `imwire proxy` command, which runs the `imwire-live` executable.
struct ProxyHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy", abstract: "Forwards between clients and a server, and validates both directions.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-live", ["proxy"] + arguments, traits: "Tools,Live") }
}

/// The `imwire fuzz` command, which runs the `imwire-fuzz` executable.
struct FuzzHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract:
            "Searches for inputs that violate a property of the codec, or that another implementation reads differently."
    )

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
        // `imwire-live` fuzzes servers that are reached over a socket.
        if arguments.contains(where: { $0 == "--connect" || $0.hasPrefix("--connect=") }) {
            try HandOver.run("imwire-live", ["fuzz"] + arguments, traits: "Tools,Live")
        }
        try HandOver.run("imwire-fuzz", ["fuzz"] + arguments)
    }
}

/// The `imwire fixtures` command, which runs the `imwire-fuzz` executable.
struct FixturesHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fixtures",
        abstract: "Turns findings into cases, reduces the corpus, exports and checks the cases.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-fuzz", ["fixtures"] + arguments) }
}

/// The `imwire bench` command, which runs the `imwire-bench` executable.
struct BenchHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Compares the speed of the codec with other implementations.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-bench", arguments) }
}

#endif
