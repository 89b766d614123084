// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform

/// Replaces this process with another executable of the package, as git does for its subcommands.
package enum HandOver {
    /// Whether this process is the executable that contains the commands of all others.
    @TaskLocal package static var isComplete = false

    /// Returns whether `imwire-live` runs these arguments, although another executable has the same command.
    package static func needsSockets(_ arguments: [String]) -> Bool {
        switch arguments.first {
        case "conform": hasOption(["--connect", "--listen", "--show-configuration"], arguments)
        case "fuzz": hasOption(["--connect"], arguments)
        default: false
        }
    }

    private static func hasOption(_ names: [String], _ arguments: [String]) -> Bool {
        arguments.contains { word in names.contains { word == $0 || word.hasPrefix("\($0)=") } }
    }

    /// Replaces this process with `name`, which is looked up beside this executable and then in `PATH`.
    ///
    /// - Throws: A usage error with the build command if the executable is not found.
    static func run(_ name: String, _ arguments: [String]) throws -> Never {
        let beside = RunningExecutable.url.deletingLastPathComponent().appending(path: name).path
        replace([beside, name], [name] + arguments)
        throw missing(name)
    }

    /// Returns the path of an executable beside this one or in `PATH`, or nil if there is none.
    static func place(of name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { "\($0)/\(name)" }
        return ([RunningExecutable.url.deletingLastPathComponent().appending(path: name).path] + paths)
            .first { access($0, X_OK) == 0 }
    }

    static func missing(_ name: String) -> CommandFailure {
        let traits = ["imwire-compat": "Tools", "imwire-live": "Tools,Live"][name] ?? "Tools,Peers"
        return .usage(
            "\(name) is neither in the folder of imwire nor in PATH\n"
                + "build it with: swift build -c release --traits \(traits) --product \(name)")
    }

    /// Replaces this process with a new instance of the same executable that runs with other arguments.
    static func runAgain(_ arguments: [String]) throws -> Never {
        replace([RunningExecutable.url.path], ["imwire"] + arguments)
        throw CommandFailure.usage("imwire cannot start itself again: \(SystemError.words(errno))")
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

struct HandOverCommand<Target: HandOverTarget>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Target.name, abstract: Target.abstract, shouldDisplay: Target.isShown)
    }

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws { try HandOver.run(Target.executable(arguments), [Target.name] + arguments) }
}

/// The name, the abstract and the executable of a ``HandOverCommand``.
protocol HandOverTarget {
    static var name: String { get }
    static var abstract: String { get }
    static func executable(_ arguments: [String]) -> String
    /// Whether the help lists the command.
    static var isShown: Bool { get }
}

extension HandOverTarget {
    static var isShown: Bool { true }
}

enum CompatTarget: HandOverTarget {
    static let name = "compat"
    static let abstract = "Compares the declarations and the traffic of platforms."
    static func executable(_ arguments: [String]) -> String { "imwire-compat" }
}

enum ServeTarget: HandOverTarget {
    static let name = "serve"
    static let abstract = "Serves socket chat and RongCloud clients on this machine, for tests."
    static func executable(_ arguments: [String]) -> String { "imwire-live" }
}

enum ProxyTarget: HandOverTarget {
    static let name = "proxy"
    static let abstract = "Forwards between clients and a server, and validates both directions."
    static func executable(_ arguments: [String]) -> String { "imwire-live" }
}

enum ClientTarget: HandOverTarget {
    static let name = "client"
    static let abstract = "Runs a client that imwire conform drives."
    static let isShown = false
    static func executable(_ arguments: [String]) -> String { "imwire-live" }
}

enum LoadTarget: HandOverTarget {
    static let name = "load"
    static let abstract = "Loads imwire serve with many connections."
    static let isShown = false
    static func executable(_ arguments: [String]) -> String { "imwire-live" }
}

enum FuzzTarget: HandOverTarget {
    static let name = "fuzz"
    static let abstract =
        "Searches for inputs that violate a property of the codec, or that another implementation reads differently."
    static func executable(_ arguments: [String]) -> String {
        HandOver.needsSockets([name] + arguments) ? "imwire-live" : "imwire-fuzz"
    }
}

enum ExploreTarget: HandOverTarget {
    static let name = "explore"
    static let abstract = "Enumerates all schedules of session machines within bounds, and checks every state."
    static func executable(_ arguments: [String]) -> String { "imwire-fuzz" }
}

enum FixturesTarget: HandOverTarget {
    static let name = "fixtures"
    static let abstract = "Turns findings into cases, reduces the corpus, exports and checks the cases."
    static func executable(_ arguments: [String]) -> String { "imwire-fuzz" }
}

enum BenchTarget: HandOverTarget {
    static let name = "bench"
    static let abstract = "Compares the speed of the codec with other implementations."
    static func executable(_ arguments: [String]) -> String { "imwire-bench" }
}

#endif
