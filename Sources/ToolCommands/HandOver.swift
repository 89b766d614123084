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
    static func run(_ name: String, _ arguments: [String], traits: String = "Tools,Peers") throws -> Never {
        let beside = SuiteFolder.executable.deletingLastPathComponent().appending(path: name).path
        replace([beside, name], [name] + arguments)
        throw missing(name, traits: traits)
    }

    /// The path of an executable that lies beside this one or in `PATH`; nil where there is none.
    static func place(of name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { "\($0)/\(name)" }
        return ([SuiteFolder.executable.deletingLastPathComponent().appending(path: name).path] + paths)
            .first { access($0, X_OK) == 0 }
    }

    /// What to say where an executable is not there.
    static func missing(_ name: String, traits: String) -> CommandFailure {
        .usage(
            "\(name) is not beside imwire, nor in PATH\n"
                + "build it with: swift build -c release --traits \(traits) --product \(name)")
    }

    /// Replaces this process by the same executable with other arguments.
    static func runAgain(_ arguments: [String]) throws -> Never {
        replace([SuiteFolder.executable.path], ["imwire"] + arguments)
        throw CommandFailure.usage("imwire cannot start itself again: \(String(cString: strerror(errno)))")
    }

    /// Becomes the first executable that can be started.
    private static func replace(_ paths: [String], _ arguments: [String]) {
        // An argument that is not UTF-8 keeps its bytes.
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

/// `imwire compat`, an executable of its own.
struct CompatHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compat",
        abstract: "Says where the declarations and the traffic of platforms differ.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-compat", ["compat"] + arguments, traits: "Tools") }
}

/// `imwire serve`, an executable of its own.
struct ServeHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves socket chat and RongCloud clients on this machine, for tests.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-live", ["serve"] + arguments, traits: "Tools,Live") }
}

/// `imwire proxy`, part of the executable of `imwire serve`.
struct ProxyHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy", abstract: "Stands between a client and a server, and validates what goes over.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run("imwire-live", ["proxy"] + arguments, traits: "Tools,Live") }
}

/// `imwire fuzz`, an executable of its own.
struct FuzzHandOver: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract:
            "Looks for inputs that break a promise of the codec, or that another implementation reads differently.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
        // A server on a socket is another executable's.
        if arguments.contains(where: { $0 == "--connect" || $0.hasPrefix("--connect=") }) {
            try HandOver.run("imwire-live", ["fuzz"] + arguments, traits: "Tools,Live")
        }
        try HandOver.run("imwire-fuzz", ["fuzz"] + arguments)
    }
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
