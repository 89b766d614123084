// SPDX-License-Identifier: Apache-2.0

#if Tools

/// A part of the input that one job converts.
package protocol InputBlock: Sendable {
    /// Creates an empty block, whose storage is reused.
    init()
    /// How the block was read.
    var reading: BlockReading { get set }
    /// Whether nothing of the block is left to convert.
    var isConverted: Bool { get }
}

/// How a block was read: its size, and what there is to say at its end.
package struct BlockReading: Sendable {
    /// The number of bytes that were read for the block.
    package var bytes = 0
    /// The messages for standard error that follow the output of the block.
    package var notices: [String] = []
    /// The exit code that follows from the reading.
    package var exit = ToolExit.clean

    package init() {}
}

/// A source of blocks, which reads them one after the other.
///
/// It keeps what a later block needs to know of earlier ones, such as the number of lines, so that blocks can be
/// converted independently of each other.
package protocol BlockSource: ~Copyable {
    associatedtype Block: InputBlock
    /// Whether the next block can be read without waiting for more input.
    var isReady: Bool { get }
    /// Reads the next block into the storage of an earlier one; returns false at the end of the input.
    mutating func next(into block: inout Block) -> Bool
}

/// A converter of blocks, of which each job has its own.
package protocol BlockConverter: ~Copyable, Sendable {
    associatedtype Block: InputBlock
    /// What the blocks add up to beside their output.
    associatedtype Tally: Sendable = Void
    /// Whether each block depends on those before it, so that there is only one job.
    static var isSequential: Bool { get }
    /// Converts a block, or as much of what is left of it as fits into the output.
    mutating func convert(_ block: inout Block, into output: inout ItemOutput)
    /// Returns what the blocks since the last call add up to.
    mutating func drainTally() -> Tally
    /// Appends what is left at the end of the input; only sequential converters have something.
    mutating func finish(into output: inout ItemOutput)
}

extension BlockConverter where Self: ~Copyable {
    package static var isSequential: Bool { false }
    package mutating func finish(into output: inout ItemOutput) {}
}

extension BlockConverter where Self: ~Copyable, Tally == Void {
    package mutating func drainTally() {}
}

#endif
