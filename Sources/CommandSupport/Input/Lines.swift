// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import IMWire

/// Where a line is.
package struct Place {
    /// The file.
    package let file: String
    /// Whether there are several files, so that the line's number alone does not say where it is.
    package let isOneOfMany: Bool
    /// The line's number, from 1.
    package var number = 0

    package init(file: String, isOneOfMany: Bool) {
        self.file = file
        self.isOneOfMany = isOneOfMany
    }

    /// The line's number, or `messages.jsonl:7:` where there are several files.
    package var text: String { isOneOfMany ? full : String(number) }

    /// File and line: `messages.jsonl:7:`.
    package var full: String { "\(title):\(number):" }

    /// The file for people.
    package var title: String {
        file == InputFile.standardInput ? "standard input" : TextLayout.shown(file, limit: 512)
    }

    /// Appends the members that say where the line is, behind an opening brace.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(text: "{\"line\":")
        bytes.append(text: String(number))
        if isOneOfMany { bytes.append(member: "file", json: file) }
    }
}

/// What a command does with the lines of its files.
package protocol LineHandler: ~Copyable {
    /// Takes a line that is neither empty nor too long.
    mutating func take(_ line: Span<UInt8>, _ place: Place)
    /// Takes what is wrong with a line as such.
    mutating func take(_ fault: Fault, _ place: Place)
    /// Hears how many bytes have come, from time to time.
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

    /// The type that every line has; nil where each line names its own.
    package var bareType: ObjectName? { type.map { ObjectName(rawValue: $0) } }

    /// Hands every line of every file to `handler`; a file that cannot be read is told on standard error.
    ///
    /// Empty lines are passed over, but counted.
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
