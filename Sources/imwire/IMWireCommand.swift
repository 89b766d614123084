// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

#if PLANTED_BUGS
    import IMWire
#endif

/// The command line: `imwire` and its subcommands.
@main
struct IMWireCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imwire",
        abstract: "Reads, writes and checks the bytes of RongCloud instant messages.",
        discussion: """
            A short tour:

              imwire types                             which message types there are
              imwire types show RC:TxtMsg              the members of one of them
              imwire validate messages.jsonl           which messages are wrong, and where
              imwire decode messages.jsonl             the same messages in their canonical form
              imwire encode values.jsonl               canonical contents from values
              imwire inspect capture.bin               what every byte of a stream means
              imwire explain DEV-08 field.type 31004   what a report means
              imwire api sign                          the header fields of a request to the server API
              imwire compat check ios.json web.json    where the declarations of platforms differ

            Files of messages hold one JSON object a line, {"objectName":"RC:TxtMsg","content":{…}}, and can be as \
            large as the disk: they are read as a stream. Without a file, or with -, standard input is read.

            Exit codes: 0 clean, 1 something was found, 2 the command line or a file cannot be used, 3 the tool \
            itself failed. Where several apply, the highest one is given.
            """,
        version: "1.0.0",
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
        #if PLANTED_BUGS
            if let name = ProcessInfo.processInfo.environment["IMWIRE_PLANTED_BUG"], !PlantedBug.activate(name) {
                Console.complain("no bug \(name) is planted")
                ToolExit.end(.usage)
            }
        #endif
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
            let out = Output()
            out.write(text)
            out.endLine()
            out.flush()
            ToolExit.end(.clean)
        }
        if !text.isEmpty { Console.say(text) }
        ToolExit.end(code == .validationFailure ? .usage : code == .failure ? .broken : .other(code.rawValue))
    }
}
