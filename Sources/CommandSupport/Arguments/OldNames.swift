// SPDX-License-Identifier: Apache-2.0

#if Tools

/// A namespace for the options that have a new name since version 2.0.
///
/// The old names work, with a warning, until version 3.0.
package enum OldNames {
    /// An option of a command, which is named by its words.
    private struct Option {
        let command: String
        let old: String
        let new: String
    }

    private static let options = [
        Option(command: "conform", old: "--budget", new: "--time"),
        Option(command: "conform", old: "--memory", new: "--max-memory"),
        Option(command: "conform", old: "--patience", new: "--scenario-timeout"),
        Option(command: "conform", old: "--key", new: "--certificate-key"),
        Option(command: "fixtures corpus", old: "--bytes", new: "--max-bytes"),
        Option(command: "fixtures corpus", old: "--most", new: "--max-inputs"),
        Option(command: "fixtures export", old: "--vectors", new: "--output"),
        Option(command: "fuzz", old: "--most", new: "--max-findings"),
        Option(command: "inspect", old: "--limit", new: "--max-bytes"),
        Option(command: "load", old: "--limit", new: "--p99"),
        Option(command: "load", old: "--seconds", new: "--time"),
        Option(command: "serve", old: "--key", new: "--certificate-key"),
    ]

    /// Returns arguments with the new names of their options, and reports each old one.
    package static func replaced(_ arguments: [String], report: (String) -> Void = Console.complain) -> [String] {
        let words = arguments.prefix { !$0.hasPrefix("-") }
        let options = options.filter { words.starts(with: $0.command.split(separator: " ").map(String.init)) }
        let end = arguments.firstIndex(of: "--") ?? arguments.count
        var replaced = arguments
        for index in words.count..<max(end, words.count) {
            for option in options
            where arguments[index] == option.old || arguments[index].hasPrefix(option.old + "=") {
                replaced[index] = option.new + arguments[index].dropFirst(option.old.count)
                report(warning(option.old, option.new))
            }
        }
        return replaced
    }

    /// Returns the warning about an old name.
    package static func warning(_ old: String, _ new: String) -> String {
        "\(old) is now \(new); the old name works until version 3.0"
    }
}

#endif
