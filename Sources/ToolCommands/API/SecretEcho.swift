// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// Arguments of `imwire api` in messages that repeat them.
enum SecretEcho {
    /// A message of `imwire api` that repeats no argument but names of options and commands: one may be the secret.
    static func withoutSecrets(
        _ message: String, _ arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) -> String {
        guard arguments.first == APICommand.configuration.commandName else { return message }
        var words: [String] = []
        for argument in arguments.dropFirst() where !isName(argument) {
            words.append(argument)
            // The value of an option, with or without the option.
            if argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") {
                words.append(String(argument[argument.index(after: sign)...]))
            }
        }
        var shown = message
        for word in words.sorted(by: { $0.utf8.count > $1.utf8.count }) where !word.isEmpty {
            shown = shown.replacing("'\(word)'", with: "'…'")
            // A shorter word may be part of another one, and as a secret it is none.
            if word.utf8.count >= 4 { shown = shown.replacing(word, with: "…") }
        }
        return shown
    }

    /// Whether an argument is the name of an option or of a command of `imwire api`.
    private static func isName(_ argument: String) -> Bool {
        let commands = APICommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if commands.contains(argument) { return true }
        return argument.hasPrefix("--") && argument.utf8.count <= 20
            && argument.utf8.dropFirst(2).allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x2d }
    }
}

#endif
