// SPDX-License-Identifier: Apache-2.0

import Platform

/// The exit codes of the tool (`Spec/errors.md`), which are thrown to end a command.
package enum ToolExit: Error, Equatable {
    /// Everything was examined, and nothing was found.
    case clean
    /// A content was rejected or deviates, or something else was found.
    case findings
    /// The command line is wrong, or names something that cannot be read.
    case usage
    /// The tool itself failed.
    case broken
    /// A baseline entry is wrong.
    case baseline
    /// An exit code chosen by a command.
    case other(Int32)

    /// The number that the shell receives.
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

    /// Returns the exit with the higher code.
    package static func worse(_ one: ToolExit, _ other: ToolExit) -> ToolExit {
        one.code >= other.code ? one : other
    }

    /// Ends the process.
    package static func end(_ exit: ToolExit) -> Never {
        Console.clearProgress()
        Platform.exit(exit.code)
    }

    /// Finishes a command: returns if the exit is ``clean``, and throws it otherwise.
    package func finish() throws {
        if self != .clean { throw self }
    }
}

/// The reason that a command stopped, in words for its user.
package struct CommandFailure: Error {
    /// What is wrong and what to do next.
    package var message: String
    /// The exit code.
    package var exit: ToolExit

    package init(message: String, exit: ToolExit) {
        self.message = message
        self.exit = exit
    }

    /// Returns a failure for something that was requested and does not exist or cannot be used.
    package static func usage(_ message: String) -> CommandFailure {
        CommandFailure(message: message, exit: .usage)
    }

    /// Returns the result of `body`, and throws its error with an exit code.
    package static func converting<Value>(
        to exit: ToolExit, _ body: () throws -> Value
    ) throws(CommandFailure) -> Value {
        do {
            return try body()
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(message: "\(error)", exit: exit)
        }
    }
}
