// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import ValueSupport

/// The commands that the first words of a command line name.
package struct CommandPath {
    /// The names of the commands below the root.
    package private(set) var words: [String] = []
    /// The word that should name a subcommand of the last command and does not, or nil if there is none.
    package private(set) var unknown: String?
    /// The last command.
    package private(set) var command: any ParsableCommand.Type
    private let root: any ParsableCommand.Type

    /// Follows words from a root command to the first option, or to a command without subcommands.
    package init(_ arguments: [String], from root: any ParsableCommand.Type) {
        self.root = root
        command = root
        for word in arguments {
            let subcommands = command.configuration.subcommands
            if subcommands.isEmpty || word.hasPrefix("-") { return }
            guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
                unknown = word
                return
            }
            words.append(word)
            command = next
        }
    }

    /// Returns arguments in which `help X` is `X --help`, so that the executable of `X` prints the help.
    package static func movingHelp(_ arguments: [String], from root: any ParsableCommand.Type) -> [String] {
        let path = CommandPath(arguments, from: root)
        guard path.unknown == "help" else { return arguments }
        var arguments = arguments
        arguments.remove(at: path.words.count)
        let words = arguments.prefix { !$0.hasPrefix("-") }
        return words + ["--help"]
    }

    /// What is wrong if a word names no command, with a suggestion; otherwise nil.
    package var unknownCommand: String? {
        guard let unknown else { return nil }
        let parent = (["imwire"] + words).joined(separator: " ")
        let names = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .compactMap { $0.configuration.commandName }
        let hint =
            Suggestion.nearest(to: unknown, among: names).map { "did you mean '\(parent) \($0)'?" }
            ?? "'\(parent) --help' lists the commands"
        // The word stands alone between quotes, so that it can be removed if it may be a secret.
        return "there is no command '\(unknown)'\(words.isEmpty ? "" : " of '\(parent)'"); \(hint)"
    }

    /// Returns what is wrong if an argument is an option that the command does not have, with a suggestion; otherwise
    /// nil.
    package func unknownOption(_ arguments: [String]) -> String? {
        let names = optionNames
        for argument in arguments.dropFirst(words.count).prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = String(argument.prefix { $0 != "=" })
            if names.isEmpty || names.contains(name) { continue }
            let hint = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
            return "there is no option '\(name)'\(hint)"
        }
        return nil
    }

    /// The long options of the last command.
    private var optionNames: [String] {
        var names: Set<String> = []
        for line in root.helpMessage(for: command, includeHidden: true).split(separator: "\n") {
            let line = line.drop { $0 == " " }
            guard line.hasPrefix("-") else { continue }
            for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" })
            where word.hasPrefix("--") { names.insert(String(word)) }
        }
        return names.sorted()
    }
}

#endif
