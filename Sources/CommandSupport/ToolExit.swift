// SPDX-License-Identifier: Apache-2.0

import Platform

/// The exit codes of the tool (`Spec/errors.md`); thrown to end a command with one.
package enum ToolExit: Error, Equatable {
    /// Everything was looked at, and nothing was found.
    case clean
    /// A content was refused or deviates, or something else was found.
    case findings
    /// The command line is wrong, or names what cannot be read.
    case usage
    /// The tool itself failed.
    case broken
    /// An entry of a baseline is wrong.
    case baseline
    /// What a command decided itself.
    case other(Int32)

    /// The number that the shell sees.
    package var code: Int32 {
        switch self {
        case .clean: 0
        case .findings: 1
        case .usage: 2
        case .broken: 3
        case .baseline: 4
        case .other(let code): code
        }
    }

    /// The one of two that says more.
    package static func worse(_ one: ToolExit, _ other: ToolExit) -> ToolExit {
        one.code >= other.code ? one : other
    }

    /// Ends the process.
    package static func end(_ exit: ToolExit) -> Never {
        Platform.exit(exit.code)
    }

    /// Ends a command: returns where everything is clean, throws otherwise.
    package func finish() throws {
        if self != .clean { throw self }
    }
}

/// Why a command stopped, in words for whoever typed it.
package struct CommandFailure: Error {
    /// What is wrong and what to do next.
    package var message: String
    /// The exit code.
    package var exit: ToolExit

    package init(message: String, exit: ToolExit) {
        self.message = message
        self.exit = exit
    }

    /// Something that was asked for is not there or cannot be used.
    package static func usage(_ message: String) -> CommandFailure {
        CommandFailure(message: message, exit: .usage)
    }
}
