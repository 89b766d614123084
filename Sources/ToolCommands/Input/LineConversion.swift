// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport

/// A handler that converts lines, for `decode` and `encode`.
protocol LineConversion: LineHandler, ~Copyable {
    /// The exit code so far.
    var exit: ToolExit { get }

    /// Writes what is left.
    mutating func finish()
}

extension LineOptions {
    /// Converts all lines and finishes the command.
    func convert(_ conversion: inout some LineConversion & ~Copyable) throws {
        let exit = forEachLine(&conversion)
        conversion.finish()
        try ToolExit.worse(exit, conversion.exit).finish()
    }
}

/// The output of an encoder of streams, with its progress and exit code.
struct EncodedStream {
    /// The output.
    let out = Output()
    /// The number of items that were written.
    var written = 0
    /// The exit code so far.
    private(set) var exit = ToolExit.clean
    private let progress: LineProgress?

    /// Creates an output for items with a plural noun.
    init(of noun: String) {
        progress = LineProgress(noun, beside: out)
    }

    /// Reports a line that is not written.
    mutating func take(_ fault: Fault, _ place: Place) {
        fail()
        FaultText.complain(fault, place)
    }

    /// Reports that something else is not written.
    mutating func fail(_ message: String) {
        fail()
        Console.complain(message)
    }

    private mutating func fail() {
        exit = .findings
        finish()
    }

    /// Shows progress after `bytes` more bytes of input.
    func heard(_ bytes: Int) {
        progress?.advance(written, bytes: bytes)
    }

    /// Flushes the output.
    func finish() {
        out.flush()
        progress?.clear()
    }
}

#endif
