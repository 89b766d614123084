// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// A filter for messages that repeat arguments of `imwire api`.
enum SecretEcho {
    /// Returns `message` without the arguments of `imwire api` that are not names of options or commands.
    ///
    /// Any such argument may be the secret.
    static func withoutSecrets(
        _ message: String, _ arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) -> String {
        guard arguments.first == APICommand.configuration.commandName else { return message }
        var words: [String] = []
        for argument in arguments.dropFirst() where !isName(argument) {
            words.append(argument)
            // The value of an option is removed with or without the option's name.
            if argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") {
                words.append(String(argument[argument.index(after: sign)...]))
            }
        }
        var shown = message
        for word in words.sorted(by: { $0.utf8.count > $1.utf8.count }) where !word.isEmpty {
            shown = shown.replacing("'\(word)'", with: "'…'")
            // A shorter word may be part of another word, and is too short to be a secret.
            if word.utf8.count >= 4 { shown = shown.replacing(word, with: "…") }
        }
        return shown
    }

    /// Returns whether an argument is the name of an option or of a command of `imwire api`.
    private static func isName(_ argument: String) -> Bool {
        let commands = APICommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if commands.contains(argument) { return true }
        return argument.hasPrefix("--") && argument.utf8.count <= 20
            && argument.utf8.dropFirst(2).allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }
}

#endif
