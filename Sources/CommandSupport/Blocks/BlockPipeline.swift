// SPDX-License-Identifier: Apache-2.0

#if Tools

import Platform
import Synchronization

/// A conversion of a command's input, block by block and on several cores, whose output has the order of the input.
///
/// The caller's task reads the blocks and writes their output. Each block is converted by a task of its own, and there
/// are as many of these as jobs. Memory is limited by the number of blocks that have been read and not yet written.
package struct BlockPipeline {
    private let jobs: Int
    private let out: Output
    private var progress: LineProgress
    private var count = 0
    private var exit = ToolExit.clean

    /// Creates a pipeline that writes to `out`.
    package init(jobs: Int, to out: Output, _ progress: LineProgress) {
        self.jobs = jobs
        self.out = out
        self.progress = progress
    }

    /// Converts all blocks of a source, and returns the exit code.
    ///
    /// - Parameters:
    ///   - empty: An empty output.
    ///   - converter: Returns a converter for a job.
    ///   - merge: Receives what each block adds up to, in the order of the blocks.
    package mutating func run<Source: BlockSource & ~Copyable, Converter: BlockConverter & ~Copyable>(
        _ source: consuming Source, _ empty: ItemOutput, _ converter: () -> Converter,
        _ merge: (Converter.Tally) -> Void = { _ in }
    ) async -> ToolExit where Converter.Block == Source.Block {
        if jobs == 1 || Converter.isSequential {
            var job = BlockJob(converter(), empty)
            while source.next(into: &job.block) {
                job.convert()
                write(&job, merge)
            }
            job.converter.finish(into: &job.output)
            write(&job, merge)
        } else {
            await runParallel(&source, empty, converter, merge)
        }
        return exit
    }

    private mutating func runParallel<Source: BlockSource & ~Copyable, Converter: BlockConverter & ~Copyable>(
        _ source: inout Source, _ empty: ItemOutput, _ converter: () -> Converter, _ merge: (Converter.Tally) -> Void
    ) async where Converter.Block == Source.Block {
        // Finished blocks wait for earlier ones, so there are more of them than jobs.
        var idle = (0...jobs + jobs / 2).map { _ in SharedJob(BlockJob(converter(), empty)) }
        await withTaskGroup(of: (number: Int, job: SharedJob<Converter>).self) { group in
            var finished: [Int: SharedJob<Converter>] = [:]
            var (read, running, written) = (0, 0, 0)
            var isAtEnd = false
            while true {
                // If there is no more input now, the output of what there was is more urgent than the next block.
                while !isAtEnd, running < jobs, read == written || source.isReady, let job = idle.popLast() {
                    guard job.content.withLock({ source.next(into: &$0.block) }) else {
                        isAtEnd = true
                        break
                    }
                    let number = read
                    group.addTask {
                        job.content.withLock { $0.convert() }
                        return (number, job)
                    }
                    read += 1
                    running += 1
                }
                guard running > 0, let result = await group.next() else { break }
                running -= 1
                finished[result.number] = result.job
                while let job = finished.removeValue(forKey: written) {
                    job.content.withLock { write(&$0, merge) }
                    idle.append(job)
                    written += 1
                }
            }
        }
    }

    /// Writes the output of a block, and converts and writes what is left of it.
    private mutating func write<Converter: BlockConverter & ~Copyable>(
        _ job: inout BlockJob<Converter>, _ merge: (Converter.Tally) -> Void
    ) {
        while true {
            let isConverted = job.block.isConverted
            if isConverted {
                for notice in job.block.reading.notices { job.output.text.complain(notice) }
                exit = ToolExit.worse(exit, job.block.reading.exit)
            }
            count += job.output.count
            exit = ToolExit.worse(exit, job.output.exit)
            merge(job.converter.drainTally())
            out.write(&job.output.text)
            job.output.removeAll()
            progress.advance(count, bytes: job.block.reading.bytes)
            job.block.reading.bytes = 0
            if isConverted { return }
            job.convert()
        }
    }
}

/// A block on its way through a pipeline, with its converter and its output.
private struct BlockJob<Converter: BlockConverter & ~Copyable>: ~Copyable, Sendable {
    var converter: Converter
    var block = Converter.Block()
    var output: ItemOutput

    init(_ converter: consuming Converter, _ output: ItemOutput) {
        self.converter = converter
        self.output = output
    }

    mutating func convert() {
        converter.convert(&block, into: &output)
    }
}

/// A block that the task of the pipeline and the task of the job pass to each other.
private final class SharedJob<Converter: BlockConverter & ~Copyable>: Sendable {
    let content: Mutex<BlockJob<Converter>>

    init(_ content: consuming BlockJob<Converter>) {
        self.content = Mutex(content)
    }
}

#endif
