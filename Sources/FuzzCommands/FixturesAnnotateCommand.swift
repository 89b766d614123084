// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import IMWireSpec
import TextSupport

struct FixturesAnnotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "annotate",
        abstract: "Shows a case: its input byte by byte, what it expects, and the requirements.",
        usage: "imwire fixtures annotate [<options>] <id> ...",
        discussion: """
            EXAMPLES
              imwire fixtures annotate unk-fraction
              imwire fixtures annotate dev-08-lenient-icon dev-08-strict-icon
            """)

    @Argument(help: "The ids of cases.")
    var ids: [String]
    @OptionGroup var cases: CasesOption

    func run() throws {
        let files = try CaseFiles(cases)
        for id in ids {
            let item = try files.item(id)
            var lines = ["\(item.id)  \(DisplayText.safe(item.title))", "  \(item.operation.rawValue), \(item.area)"]
            lines += ["  input"] + item.annotatedInput().map { "    " + $0 } + ["  expects"]
            for outcome in item.expectations {
                lines += JSONLayout.text(outcome.json).split(separator: "\n").map {
                    "    " + DisplayText.safe(String($0))
                }
            }
            for name in item.requirements {
                let text = SpecRequirement.named(name)?.text ?? "unknown"
                lines.append("  \(name)  \(text)")
            }
            Output.emit(lines: lines.joined(separator: "\n") + "\n")
        }
    }
}

#endif
