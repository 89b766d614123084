// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform

struct ConformTarget {
    let label: String
    /// The command that starts the testee, or nil for the codec of this package.
    let command: String?
    let given: String

    /// The target for the codec of this package.
    static let builtIn = ConformTarget("built-in")

    /// Creates a target from `name=command` or a bare command, which ``check()`` validates.
    init(_ argument: String) {
        given = argument
        let name = ConformTarget.name(of: argument)
        let rest = name.map { String(argument.dropFirst($0.count + 1)) } ?? argument
        command = rest == "built-in" ? nil : rest
        label = name ?? (rest == "built-in" ? rest : String(rest.prefix(120)))
    }

    /// Returns the text before the first `=` if it is a valid name.
    private static func name(of argument: String) -> String? {
        let name = argument.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        return !name.isEmpty && argument.dropFirst(name.count).first == "=" ? String(name) : nil
    }

    /// Rejects an argument that has no command, and one that a shell would read differently.
    ///
    /// `DEBUG=1 ./testee` sets a variable in a shell. Shell variables are upper case by convention, so only names in
    /// upper case are ambiguous.
    func check() throws(ValidationError) {
        let shown = TextLayout.shown(given, limit: 256)
        let words = command?.split(separator: " ") ?? ["built-in"]
        if words.isEmpty { throw ValidationError("--testee '\(shown)': expected a command") }
        guard let name = ConformTarget.name(of: given), words.count > 1, ConformTarget.isVariable(name) else { return }
        throw ValidationError(
            """
            --testee '\(shown)': \(name) may be the testee's name or a variable of the shell. \
            Write name=\(name)=… for the variable, and \(name.lowercased())=… for the name
            """)
    }

    private static func isVariable(_ name: String) -> Bool {
        name.first?.isNumber == false
            && name.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
    }
}

#endif
