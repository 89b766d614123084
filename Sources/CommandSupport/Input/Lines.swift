// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import IMWire

/// A consumer of the lines of a command's files.
package protocol LineHandler: ~Copyable {
    /// Handles a line that is neither empty nor too long.
    mutating func handle(_ line: Span<UInt8>, at location: LineLocation) throws(LineError)
    /// Handles an error in a line.
    mutating func handle(_ error: LineError, at location: LineLocation)
    /// Handles progress: `bytes` more bytes have been read.
    mutating func didRead(_ bytes: Int)
}

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

    /// Passes every line of every file to `handler`, and reports files that cannot be read on standard error.
    ///
    /// Empty lines are counted but skipped.
    package func forEachLine(_ handler: inout some LineHandler & ~Copyable) -> ToolExit {
        InputFile.forEach(files) { (file) throws(InputError) in
            var location = file
            var reader = LineReader(try InputFile(file.file), maximum: maxLine)
            var bytesRead = 0
            while let next = try reader.next() {
                location.number = reader.number
                do throws(LineError) {
                    switch next {
                    case .line(let range):
                        let line = reader.buffer.span.extracting(range)
                        if !isBlank(line) { try handler.handle(line, at: location) }
                    case .tooLong:
                        throw LineError(
                            .length, at: maxLine,
                            "the line has more than \(maxLine) bytes and was skipped; --max-line allows more")
                    }
                } catch {
                    handler.handle(error, at: location)
                }
                if reader.bytesRead != bytesRead {
                    handler.didRead(reader.bytesRead - bytesRead)
                    bytesRead = reader.bytesRead
                }
            }
            if bytesRead == 0 { Console.complain("\(file.title) is empty (0 lines)") }
        }
    }

    private func isBlank(_ line: Span<UInt8>) -> Bool {
        for index in line.indices where !line[index].isBlank { return false }
        return true
    }
}

#endif
