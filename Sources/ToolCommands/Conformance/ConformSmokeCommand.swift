// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform
import TextSupport

struct ConformSmokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "smoke",
        abstract: "Checks the harness of a new testee, and describes what is wrong.",
        usage: "imwire conform smoke --testee <command>",
        discussion: """
            Starts the testee, sends a few requests, and checks that it answers hello, in \
            JSON, with the right id, in order, unbuffered and without other output.

            EXAMPLES
              imwire conform smoke --testee "python3 Examples/testees/python/testee.py"
              imwire conform smoke --testee "imwire testee"

            EXIT CODES
              0  the harness works; continue with imwire conform
              1  the harness has errors
              2  the command line is wrong
            """)

    // `imwire conform` parses these options wherever they appear.
    @ParentCommand var conform: ConformCommand

    func run() throws {
        guard conform.testee.count == 1, let command = ConformTarget(conform.testee[0]).command else {
            throw CommandFailure.usage("name one testee: --testee <command>")
        }
        let steps = try SmokeTest(
            command: command, timeout: conform.limits.timeout, helloTimeout: conform.limits.helloTimeout
        ).run()
        let style = Style(STDOUT_FILENO)
        var lines: [String] = []
        for step in steps {
            lines.append((step.fault == nil ? style.green("ok     ") : style.red("wrong  ")) + step.title)
            for remark in [step.fault, step.remark].compactMap(\.self) {
                lines += TextLayout.wrap(DisplayText.safe(remark), indent: 9, width: 99)
            }
        }
        Output.emit(lines: lines.joined(separator: "\n"))
        if steps.contains(where: { $0.fault != nil }) { throw ToolExit.findings }
    }
}

#endif
