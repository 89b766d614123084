// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import IMWire

/// The options of every command that reads lines.
package struct LineOptions: ParsableArguments {
    @Argument(help: "Files with one JSON object a line; none, or -, is standard input.", completion: .file())
    package var files: [String] = []

    @Option(help: ArgumentHelp("Every line is a bare content of this type.", valueName: "objectName"))
    package var type: String?

    @Option(
        help: ArgumentHelp(
            "The most bytes a line may have; a longer one is an error. Memory grows with it.", valueName: "bytes"))
    package var maxLine = 1_048_576

    @OptionGroup package var jobs: JobOptions

    package init() {}

    package func validate() throws {
        guard (16...1 << 30).contains(maxLine) else {
            throw ValidationError("--max-line takes 16 to \(1 << 30) bytes")
        }
    }

    /// Returns a reader of the messages of the lines, whose content is in the member `payloadName`.
    package func reader(_ payloadName: String, _ types: CustomTypeOptions) throws(CommandFailure) -> MessageReader {
        MessageReader(
            bareType: type.map { ObjectName(rawValue: $0) }, payloadName: payloadName,
            registry: try types.read().registry)
    }

    /// Converts all lines of all files to `out`, and returns the exit code.
    ///
    /// Empty lines are counted but skipped. Files that cannot be read are reported on standard error.
    ///
    /// - Parameters:
    ///   - empty: An empty output.
    ///   - noun: The plural noun for the items, for the progress.
    ///   - isQuiet: Whether output on a terminal is so rare that progress is shown beside it.
    ///   - converter: Returns a converter for a job.
    ///   - merge: Receives what the lines add up to, part by part in the order of the lines.
    package func convert<Lines: LineConverter & ~Copyable>(
        to out: Output, _ empty: ItemOutput, of noun: String = "lines", isQuiet: Bool = false,
        by converter: () -> Lines, _ merge: (Lines.Tally) -> Void = { _ in }
    ) async -> ToolExit {
        var pipeline = self.pipeline(to: out, of: noun, isQuiet: isQuiet)
        return await pipeline.run(source, empty, { LineBlockConverter(converter(), maximum: maxLine) }, merge)
    }

    /// Returns a pipeline for the files that writes to `out`.
    package func pipeline(
        to out: Output, of noun: String, isQuiet: Bool = false, isSequential: Bool = false
    ) -> BlockPipeline {
        let progress = LineProgress(noun, of: InputFile.size(of: files), beside: out, isQuiet: isQuiet)
        return BlockPipeline(jobs: isSequential ? 1 : jobs.count, to: out, progress)
    }

    /// A source of the lines of the files.
    package var source: LineSource { LineSource(BlockReader(files), maximum: maxLine, isChecked: true) }
}

#endif
