// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport

/// A handler that converts lines, for `decode` and `encode`.
protocol LineConversion: LineHandler, ~Copyable {
    var output: ItemOutput { get }
    /// Writes what is left.
    mutating func finish()
}

extension LineConversion where Self: ~Copyable {
    mutating func handle(_ error: LineError, at location: LineLocation) { output.write(error, location) }
    mutating func didRead(_ bytes: Int) { output.advance(bytes) }
    mutating func finish() {}
}

extension LineOptions {
    /// Converts all lines and finishes the command.
    func convert(_ conversion: consuming some LineConversion & ~Copyable) throws {
        let exit = forEachLine(&conversion)
        conversion.finish()
        try conversion.output.finish(exit)
    }
}

#endif
