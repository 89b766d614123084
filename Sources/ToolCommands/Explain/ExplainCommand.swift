// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import IMWireSpec
import IMWireValues
import Platform

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains a requirement, deviation, error code, service code or type.",
        usage: "imwire explain [<options>] <word> ...",
        discussion: """
            Takes any number of:
              CNT-014      a requirement of the specification
              DEV-08       a known deviation
              field.type   an error code of this tool
              31004        a numeric code of the service
              RC:TxtMsg    a message type
              unk-exponent a case of the conformance suite

            The cases of a requirement, and cases by their id, are read from \
            Fixtures/cases in the current folder or above, or from --cases.

            EXAMPLES
              imwire explain DEV-08 31004 field.missing CNT-014 RC:TxtMsg
              imwire explain --format json dev-8
              imwire explain -1

            EXIT CODES
              0  all of them are known
              2  one of them is not known
            """)

    // Negative numbers look like options but are codes.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Ids, codes or names; DEV-… and CNT-… are not case-sensitive.", valueName: "word"))
    var words: [String]

    @Option(help: ArgumentHelp("The folder with the suite's cases.", valueName: "folder"))
    var cases: String?

    @Option(help: "text: for people; json: one object a line.")
    var format = OutputFormat.text

    @OptionGroup var documents: DocumentOptions

    /// The suite's cases, or nil if they are not found.
    private var index: CaseIndex? {
        let folder = cases.map { URL(filePath: $0) } ?? SuiteFolder.find()?.appending(path: "cases")
        return folder.map { CaseIndex(folder: $0) }
    }

    func run() throws {
        let out = Output()
        let index = index
        let links = documents.links
        var exit = ToolExit.clean
        var isFirst = true
        for word in words {
            let found: [Explanation]
            do {
                found = try Explanation.find(word, cases: index)
                if found.isEmpty {
                    exit = .usage
                    out.flush()
                    Console.complain(try unknown(word, index))
                }
            } catch {
                throw CommandFailure.usage(error.description)
            }
            for var explanation in found {
                if let url = explanation.page.flatMap({ links?.url($0) }) { explanation.facts.append(("page", url)) }
                switch format {
                case .json: out.record(explanation.json)
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
        guard let cases = explanation.cases else { return }
        let more = cases.count > ExplainCommand.most ? ", … (--format json lists all)" : ""
        let shown = cases.prefix(ExplainCommand.most).joined(separator: ", ")
        let text = cases.isEmpty ? "no cases" : "\(TextLayout.count(cases.count, "case")): \(shown)\(more)"
        for line in TextLayout.wrap(text, indent: 2) { out.line(line) }
    }

    /// The maximum number of a requirement's cases shown to people.
    private static let most = 12

    private func unknown(_ word: String, _ index: CaseIndex?) throws(SuiteError) -> String {
        let hint = try hint(word, index).map { "; \($0)" } ?? ""
        return "\(TextLayout.shown(word)) is not known\(hint)\n"
            + "Known are requirements (CNT-014), deviations (DEV-08), error codes (field.type), numeric codes of"
            + " the service\n(31004), the names of built-in types (RC:TxtMsg) and, where the suite's cases are found,"
            + " their ids."
    }

    /// Returns a suggestion for an unknown word.
    private func hint(_ word: String, _ index: CaseIndex?) throws(SuiteError) -> String? {
        if let id = SpecID(word) { return id.hint }
        var names = SpecErrorCode.all.map(\.code)
        if Int(word) != nil {
            names = (ServiceCode.client + ServiceCode.serverAPI).map { String($0.code) }
            let near = names.filter { Suggestion.distance(word, $0) == 1 }
            let unique = near.enumerated().filter { near.firstIndex(of: $0.element) == $0.offset }.map(\.element)
            return unique.isEmpty ? nil : "did you mean \(unique.prefix(3).joined(separator: ", "))?"
        }
        if word.contains("-"), !word.contains(":") { names += try index?.names() ?? [] }
        return (Suggestion.nearest(to: word, among: names) ?? Suggestion.type(for: word)).map { "did you mean \($0)?" }
    }
}

#endif
