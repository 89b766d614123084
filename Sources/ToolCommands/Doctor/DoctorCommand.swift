// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks the installation: versions, executables, cases, documents, manual pages and completions.",
        usage: "imwire doctor [<options>]",
        discussion: """
            Each line is ok, missing or wrong. What is missing is optional, and the line \
            says how to install it. Executables, manual pages and completions of another \
            version are wrong, and so are cases that cannot be read.

            EXAMPLES
              imwire doctor
              imwire doctor --format json

            EXIT CODES
              0  nothing is wrong
              1  something is wrong
            """)

    @OptionGroup var report: ReportOptions<OutputFormat>

    func run() throws {
        let checks = InstallationCheck.all()
        try report.emit { form, style in
            form == .json ? DoctorCommand.json(checks) : DoctorCommand.text(checks, style)
        }
        try (checks.contains { $0.state == .wrong } ? ToolExit.findings : .clean).finish()
    }

    private static func text(_ checks: [InstallationCheck], _ style: Style) -> String {
        checks.map { check in
            let word = TextLayout.pad(check.state.rawValue, 9)
            let shown =
                switch check.state {
                case .ok: style.green(word)
                case .missing: style.yellow(word)
                case .wrong: style.red(word)
                }
            let title = shown + TextLayout.pad(check.name, 18) + check.detail
            return check.advice.map { "\(title)\n         \($0)" } ?? title
        }.joined(separator: "\n")
    }

    private static func json(_ checks: [InstallationCheck]) -> String {
        let items = checks.map { check in
            var members: [(String, RawJSON)] = [
                ("name", RawJSON(check.name)), ("state", RawJSON(check.state.rawValue)),
                ("detail", RawJSON(check.detail)),
            ]
            if let advice = check.advice { members.append(("advice", RawJSON(advice))) }
            return RawJSON.object(members)
        }
        return RawJSON.object([("checks", .array(items))]).text + "\n"
    }
}

#endif
