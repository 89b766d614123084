// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import IMWireSpec

/// The root command `imwire`, with its subcommands.
package struct IMWireCommand: AsyncParsableCommand {
    package static let configuration: CommandConfiguration = commands(
        and: [
            HandOverCommand<CompatTarget>.self, HandOverCommand<BenchTarget>.self, HandOverCommand<FuzzTarget>.self,
            HandOverCommand<ExploreTarget>.self, HandOverCommand<FixturesTarget>.self,
        ],
        live: [
            HandOverCommand<ServeTarget>.self, HandOverCommand<ProxyTarget>.self, HandOverCommand<ClientTarget>.self,
            HandOverCommand<LoadTarget>.self,
        ])

    package init() {}

    /// Returns the configuration of a root command that has the subcommands of this executable, with the `live`
    /// ones, which use sockets, and `others`.
    package static func commands(
        and others: [any ParsableCommand.Type], live: [any ParsableCommand.Type]
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: "imwire",
            abstract: "Reads, writes and checks the bytes of RongCloud instant messages.",
            discussion: """
                A file of messages has one JSON object per line, \
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
                  0  no findings
                  1  findings
                  2  the command line is wrong, or a file cannot be used
                  3  the tool itself failed
                If several apply, the exit code is the highest.
                """,
            version: Suite.version,
            subcommands: [
                TypesCommand.self,
                DecodeCommand.self,
                EncodeCommand.self,
                ValidateCommand.self,
                InspectCommand.self,
                CaptureCommand.self,
                ExplainCommand.self,
                ConformCommand.self,
                ReportCommand.self,
                TesteeCommand.self,
                APICommand.self,
            ] + live + [DoctorCommand.self] + others)
    }

    /// Returns `message` as it is printed, without the secrets in arguments that it repeats.
    package static func shown(_ message: String) -> String {
        SecretEcho.withoutSecrets(message)
    }
}

#endif
