// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire

struct ValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Reports which messages are wrong or deviate, and where.",
        usage: "imwire validate [<options>] [<file> ...]",
        discussion: """
            The input is that of decode. The output has one line per message:
              3 ok RC:TxtMsg
              4 deviation RC:GrpNtf DEV-05 /operation Operator replaced by the…
              5 error RC:VcMsg field.type at byte 12, in /duration
              6 unknown type RC:TextMsg; did you mean RC:TxtMsg?

            A content with a deviation can be read; imwire explain DEV-05 describes it. \
            A content with an error cannot. "at byte" counts from the first byte of the \
            content; with a code line.… the line itself is wrong, and it counts from the \
            first byte of the line. With several files each line begins with the file's \
            name.

            An unknown type is neither an error nor a deviation: the codec keeps its \
            content. With --strict it is a finding if the name begins with RC: or is one \
            edit from a known name. Types that --types gives are known.

            Files are read as a stream, so memory does not grow with them. A summary \
            follows on standard error.

            EXAMPLES
              imwire validate messages.jsonl
              imwire validate --quiet --strict *.jsonl
              zcat dump.jsonl.gz | imwire validate --format json
              imwire validate --type RC:TxtMsg texts.jsonl
              imwire validate --types Examples/gift messages.jsonl

            EXIT CODES
              0  there are no errors; there may be deviations
              1  there are errors; with --strict each deviation is one, and so is an \
                 unknown type whose name is probably a mistake
            """)

    @OptionGroup var lines: LineOptions

    @Flag(help: "Reject every deviation (strict mode).")
    var strict = false

    @Flag(name: .shortAndLong, help: "Print only errors, deviations and unknown types that are probably mistakes.")
    var quiet = false

    @Option(help: "text: for people; json: one object a line.")
    var format = OutputFormat.text

    @OptionGroup var custom: CustomTypeOptions
    @OptionGroup var documents: DocumentOptions

    func run() async throws {
        let reader = try lines.reader("content", custom)
        let deviations = DeviationCatalog()
        let out = Output()
        var counts = ValidationCounts()
        let exit = await lines.convert(
            to: out, ItemOutput(format, for: out), isQuiet: quiet,
            by: { Validation(reader, isStrict: strict, isQuiet: quiet, deviations) }, { counts.add($0) })
        Console.clearProgress()
        Console.write(counts.summary(deviations, documents.links, style: Style(2)))
        try exit.finish()
    }
}

#endif
