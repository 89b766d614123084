// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import Platform

/// A namespace for running the command that the arguments name.
package enum CommandRunner {
    /// The arguments of the process, with the new names of options.
    package static let arguments = OldNames.replaced(Array(CommandLine.arguments.dropFirst()))

    /// Runs a command line and ends the process with its exit code.
    ///
    /// - Parameter shown: Returns the text to show for an error message, which may repeat arguments.
    package static func run(
        _ root: any ParsableCommand.Type, shown: (String) -> String = { $0 }
    ) async -> Never {
        // A write to a pipe without a reader then fails with EPIPE instead of raising a signal.
        signal(SIGPIPE, SIG_IGN)
        FileDescriptor.reserveStandardStreams()
        let arguments = CommandPath.movingHelp(arguments, from: root)
        do {
            var command = try root.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(root, arguments, with: error, shown)
        }
        ToolExit.end(.clean)
    }

    /// Ends the process as `error` requires: prints help or the version, or reports a failure on standard error.
    private static func end(
        _ root: any ParsableCommand.Type, _ arguments: [String], with error: any Error, _ shown: (String) -> String
    ) -> Never {
        if let failure = error as? CommandFailure {
            Console.complain(failure.message)
            ToolExit.end(failure.exit)
        }
        if let error = error as? any BrokenToolError {
            Console.complain(error.description)
            ToolExit.end(.broken)
        }
        if let exit = error as? ToolExit { ToolExit.end(exit) }
        if let exit = error as? ExitCode { ToolExit.end(.other(exit.rawValue)) }
        let code = root.exitCode(for: error)
        let path = CommandPath(arguments, from: root)
        var text = root.fullMessage(for: error)
        // The parser answers a request for help even if a word before it names no command.
        if code == .success, path.unknown == nil {
            Output.emit(lines: text)
            ToolExit.end(.clean)
        }
        if let mistake = path.unknownCommand {
            text = mistake
        } else if code == .validationFailure, !text.contains("nknown option"),
            let mistake = path.unknownOption(arguments)
        {
            // The parser checks the values of a command before it reports an option that the command does not have.
            text = mistake
        }
        if text.hasPrefix("Error: ") { text.removeFirst("Error: ".count) }
        if !text.isEmpty { Console.complain(ArgumentEcho.escaped(shown(text))) }
        let isUsage = code == .validationFailure || code == .success
        ToolExit.end(isUsage ? .usage : code == .failure ? .broken : .other(code.rawValue))
    }
}

#endif
