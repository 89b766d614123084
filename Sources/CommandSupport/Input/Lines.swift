// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import IMWire

/// The location of a line.
package struct Place {
    /// The name of the file.
    package let file: String
    /// Whether the command reads several files, so that a line's number alone does not locate it.
    package let isOneOfMany: Bool
    /// The line's number, from 1.
    package var number = 0

    package init(file: String, isOneOfMany: Bool) {
        self.file = file
        self.isOneOfMany = isOneOfMany
    }

    /// The line's number, or `messages.jsonl:7:` if there are several files.
    package var text: String { isOneOfMany ? full : String(number) }

    /// The file and the line's number: `messages.jsonl:7:`.
    package var full: String { "\(title):\(number):" }

    /// The file's name for people.
    package var title: String {
        file == InputFile.standardInput ? "standard input" : TextLayout.shown(file, limit: 512)
    }

    /// Appends an opening brace and the members that locate the line.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(text: "{\"line\":")
        bytes.append(text: String(number))
        if isOneOfMany { bytes.append(member: "file", json: file) }
    }
}

/// A consumer of the lines of a command's files.
package protocol LineHandler: ~Copyable {
    /// Handles a line that is neither empty nor too long.
    mutating func take(_ line: Span<UInt8>, _ place: Place)
    /// Handles a fault of a line.
    mutating func take(_ fault: Fault, _ place: Place)
    /// Handles progress: `bytes` more bytes have been read.
    mutating func heard(_ bytes: Int)
}

extension LineHandler where Self: ~Copyable {
    package mutating func heard(_ bytes: Int) {}
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

    /// The type of every line, or nil if each line names its own.
    package var bareType: ObjectName? { type.map { ObjectName(rawValue: $0) } }

    /// Passes every line of every file to `handler`, and reports files that cannot be read on standard error.
    ///
    /// Empty lines are counted but skipped.
    package func forEachLine(_ handler: inout some LineHandler & ~Copyable) -> ToolExit {
        var exit = ToolExit.clean
        let names = InputFile.names(files)
        for name in names {
            do {
                try read(Place(file: name, isOneOfMany: names.count > 1), &handler)
            } catch {
                Console.complain(error.message)
                exit = .usage
            }
        }
        return exit
    }

    private func read(_ file: Place, _ handler: inout some LineHandler & ~Copyable) throws(InputError) {
        var place = file
        var reader = LineReader(try InputFile(place.file), maximum: maxLine)
        var heard = 0
        while let next = try reader.next() {
            place.number = reader.number
            switch next {
            case .line(let range):
                let line = reader.buffer.span.extracting(range)
                if !isBlank(line) { handler.take(line, place) }
            case .tooLong:
                handler.take(
                    Fault(
                        .length, at: maxLine,
                        "the line has more than \(maxLine) bytes and was skipped; --max-line allows more"), place)
            }
            if reader.bytesRead != heard {
                handler.heard(reader.bytesRead - heard)
                heard = reader.bytesRead
            }
        }
        if reader.bytesRead == 0 { Console.complain("\(place.title) is empty (0 lines)") }
    }

    private func isBlank(_ line: Span<UInt8>) -> Bool {
        for index in line.indices where line[index] != 0x20 && line[index] != 0x09 { return false }
        return true
    }
}

#endif
