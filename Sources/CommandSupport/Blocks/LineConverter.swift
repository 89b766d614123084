// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// A converter of single lines.
package protocol LineConverter: ~Copyable, Sendable {
    /// What the lines add up to beside their output.
    associatedtype Tally: Sendable = Void
    /// Whether each line depends on those before it, so that there is only one job.
    static var isSequential: Bool { get }
    /// Converts a line that is neither empty nor too long.
    mutating func convert(
        _ line: Span<UInt8>, at location: LineLocation, into output: inout ItemOutput
    ) throws(LineError)
    /// Handles an error in a line.
    mutating func refuse(_ error: LineError, at location: LineLocation, into output: inout ItemOutput)
    /// Returns what the lines since the last call add up to.
    mutating func drainTally() -> Tally
    /// Appends what is left at the end of the input; only sequential converters have something.
    mutating func finish(into output: inout ItemOutput)
}

extension LineConverter where Self: ~Copyable {
    package static var isSequential: Bool { false }
    package mutating func refuse(_ error: LineError, at location: LineLocation, into output: inout ItemOutput) {
        output.write(error, location)
    }
    package mutating func finish(into output: inout ItemOutput) {}
}

extension LineConverter where Self: ~Copyable, Tally == Void {
    package mutating func drainTally() {}
}

/// A converter of blocks of lines; empty lines are counted but skipped.
package struct LineBlockConverter<Lines: LineConverter & ~Copyable>: BlockConverter, ~Copyable {
    /// The converter of the lines.
    package var lines: Lines
    private let maximum: Int

    /// Creates a converter of lines of at most `maximum` bytes.
    package init(_ lines: consuming Lines, maximum: Int) {
        self.lines = lines
        self.maximum = maximum
    }

    package static var isSequential: Bool { Lines.isSequential }

    package mutating func convert(_ block: inout LineBlock, into output: inout ItemOutput) {
        while !output.isFull, let next = block.next(maximum) {
            do throws(LineError) {
                switch next {
                case .line(let range):
                    let line = block.bytes.span.extracting(range)
                    if !line.isBlank {
                        try lines.convert(line, at: block.location, into: &output)
                    }
                case .tooLong:
                    throw LineError(
                        .length, at: maximum,
                        "the line has more than \(maximum) bytes and was skipped; --max-line allows more")
                }
            } catch {
                lines.refuse(error, at: block.location, into: &output)
            }
        }
    }

    package mutating func drainTally() -> Lines.Tally { lines.drainTally() }

    package mutating func finish(into output: inout ItemOutput) { lines.finish(into: &output) }
}

#endif
