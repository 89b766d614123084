// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `imwire explain`: what an id, a code or a name in a report means.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Says what a requirement, deviation, error code, service code or type is.",
        discussion: """
            It takes any number of:
              CNT-014      a requirement of the specification
              DEV-08       a known deviation
              field.type   an error code of this tool
              31004        a numeric code of the service
              RC:TxtMsg    a message type

            Examples:
              imwire explain DEV-08 31004 field.missing CNT-014 RC:TxtMsg
              imwire explain --format json dev-8
              imwire explain -1

            Exit code 2 where one of them is not known.
            """)

    // Numbers below zero look like options, and are codes.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Ids, codes or names; case does not matter for DEV-… and CNT-….", valueName: "word"))
    var words: [String]

    @Option(help: "text: for people; json: one object a line.")
    var format = LineFormat.text

    func run() throws {
        let out = Output()
        var exit = ToolExit.clean
        var isFirst = true
        for word in words {
            let found = Explanation.find(word)
            if found.isEmpty {
                exit = .usage
                out.flush()
                Console.complain(unknown(word))
            }
            for explanation in found {
                switch format {
                case .json: out.line(explanation.json)
                case .text:
                    if !isFirst { out.line("") }
                    write(explanation, out)
                    isFirst = false
                }
            }
        }
        out.flush()
        try exit.finish()
    }

    private func write(_ explanation: Explanation, _ out: Output) {
        let title = explanation.title.isEmpty ? "" : ": \(explanation.title)"
        out.line("\(out.style.bold(explanation.id)) (\(explanation.kind))\(title)")
        for line in TextLayout.wrap(explanation.text, indent: 2) { out.line(line) }
        let width = explanation.facts.map(\.label.count).max() ?? 0
        for (label, text) in explanation.facts {
            let lines = TextLayout.wrap(text, indent: width + 4)
            guard let first = lines.first else { continue }
            out.line("  " + TextLayout.pad(label, width) + "  " + first.drop { $0 == " " })
            for line in lines.dropFirst() { out.line(line) }
        }
    }

    private func unknown(_ word: String) -> String {
        let hint = Explanation.suggestion(for: word).map { "; did you mean \($0)?" } ?? ""
        return "\(TextLayout.shown(word)) is not known\(hint)\n"
            + "  Known are requirements (CNT-014), deviations (DEV-08), error codes (field.type), numeric codes of"
            + " the service (31004)\n  and the names of built-in types (RC:TxtMsg)."
    }
}
