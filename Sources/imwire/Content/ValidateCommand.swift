// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import IMWire

/// `imwire validate`: judges messages, any number of them, and builds nothing.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Says which messages are wrong or deviate, and where.",
        discussion: """
            Lines are as decode takes them. What comes out:
              3 ok RC:TxtMsg
              4 deviation RC:GrpNtf DEV-05 /operation Operator replaced by the…
              5 error RC:VcMsg field.type at byte 12, in /duration

            A deviation can be read, and `imwire explain DEV-05` says what it is. An error cannot. "at byte" counts \
            from the first byte of the content; with a code line.… the line itself is wrong, and it counts from the \
            first byte of the line. With several files each line begins with the file's name: \
            messages.jsonl:4: deviation …

            The files are read as a stream: memory stays the same however large they are. A summary comes last, on \
            standard error.

            Examples:
              imwire validate messages.jsonl
              imwire validate --quiet --strict archive/*.jsonl
              zcat dump.jsonl.gz | imwire validate --format json
              imwire validate --type RC:TxtMsg texts.jsonl

            Exit code 1 where there are errors; with --strict also where there are deviations.
            """)

    @OptionGroup var lines: LineOptions

    @Flag(help: "Count deviations as errors.")
    var strict = false

    @Flag(name: .shortAndLong, help: "Write errors and deviations only.")
    var quiet = false

    @Option(help: "text: for people; json: one object a line.")
    var format = LineFormat.text

    func run() throws {
        var validation = Validation(
            reader: MessageReader(bareType: lines.bareType, payloadName: "content"), isQuiet: quiet, format: format)
        let exit = lines.forEachLine(&validation)
        validation.finish(isStrict: strict)
        let counts = validation.counts
        let isFound = counts.refused > 0 || (strict && counts.deviating > 0)
        try ToolExit.worse(exit, isFound ? .findings : .clean).finish()
    }
}
