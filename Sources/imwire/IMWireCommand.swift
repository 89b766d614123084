// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import IMWireConformance

/// The command line: `imwire` and its subcommands.
@main
struct IMWireCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imwire",
        abstract: "Reads, writes and checks the bytes of RongCloud instant messages.",
        discussion: """
            A file of messages holds one JSON object per line, \
            {"objectName":"RC:TxtMsg","content":{…}}, and is read as a stream, however \
            large it is. Without a file, or with -, standard input is read.

            EXAMPLES
              imwire types                             # the built-in message types
              imwire types show RC:TxtMsg              # the members of one type
              imwire validate messages.jsonl           # which messages are wrong
              imwire decode messages.jsonl             # their canonical values
              imwire encode values.jsonl               # canonical contents of values
              imwire inspect capture.bin               # what each byte means
              imwire explain DEV-08 field.type 31004   # what a report means
              imwire compat check ios.json android.json  # where platforms differ

            EXIT CODES
              0  nothing was found
              1  something was found
              2  the command line is wrong, or a file cannot be used
              3  the tool itself failed
            Where several apply, the highest is given.
            """,
        version: Suite.version,
        subcommands: [
            TypesCommand.self,
            DecodeCommand.self,
            EncodeCommand.self,
            ValidateCommand.self,
            InspectCommand.self,
            ExplainCommand.self,
            ConformCommand.self,
            CompatCommand.self,
            TesteeCommand.self,
            BenchCommand.self,
            FuzzCommand.self,
            FuzzWorkerCommand.self,
            FixturesCommand.self,
            APICommand.self,
        ])

    /// Runs the command that the arguments name, and ends the process with its exit code.
    static func main() async {
        // A reader that goes away shows as EPIPE where something is written, not as a signal.
        signal(SIGPIPE, SIG_IGN)
        FileDescriptor.reserveStandardStreams()
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }

    /// Ends the process as an error asks for: help and version are printed, a failure is told on standard error.
    private static func end(with error: any Error) -> Never {
        if let failure = error as? CommandFailure {
            Console.complain(failure.message)
            ToolExit.end(failure.exit)
        }
        if let exit = error as? ToolExit { ToolExit.end(exit) }
        if let exit = error as? ExitCode { ToolExit.end(.other(exit.rawValue)) }
        let code = exitCode(for: error)
        let text = fullMessage(for: error)
        if code == .success {
            Output.emit(lines: text)
            ToolExit.end(.clean)
        }
        if !text.isEmpty { Console.say(ArgumentEcho.escaped(ArgumentEcho.withoutSecrets(text))) }
        ToolExit.end(code == .validationFailure ? .usage : code == .failure ? .broken : .other(code.rawValue))
    }
}
