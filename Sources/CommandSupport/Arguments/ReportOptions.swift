// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import Platform

/// A form of a report, which the extension of a file selects.
package protocol FileForm: CaseIterable, Hashable {
    /// The form of a file without an extension, for example of a device.
    static var json: Self { get }
    /// The extension of files of this form.
    var fileExtension: String { get }
}

extension FileForm {
    /// Returns the form that the extension of a file selects, or nil if it selects none.
    package static func of(_ path: String) -> Self? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return .json }
        let wanted = name[name.index(after: dot)...].lowercased()
        return allCases.first { $0.fileExtension == wanted }
    }

    /// Checks the names of report files before a run, which may take long and whose reports must not be lost.
    package static func check(_ files: [String]) throws {
        for file in files {
            guard of(file) == nil else {
                try OutputFile.checkOption(file)
                continue
            }
            throw ValidationError("--report \(file): the extension is none of \(extensions)")
        }
    }

    /// The extensions, such as `.txt, .json`.
    package static var extensions: String { allCases.map { ".\($0.fileExtension)" }.joined(separator: ", ") }
}

extension OutputFile {
    /// Throws a validation error if a file that an option names could not be written.
    package static func checkOption(_ path: String) throws {
        do throws(CommandFailure) {
            try check(path)
        } catch {
            throw ValidationError(error.message)
        }
    }
}

extension OutputFormat: FileForm {
    package var fileExtension: String { self == .text ? "txt" : "json" }
}

/// The options for where a report goes: `--format` for standard output, and `--report` for files.
package struct ReportOptions<Form: FileForm & ExpressibleByArgument & RawRepresentable<String>>: ParsableArguments {
    @Option(help: "The form on standard output.")
    package var format = ReportOptions.first
    @Option(
        help: ArgumentHelp(
            "Write the report to a file too, whose extension selects the form: \(Form.extensions). May be repeated.",
            valueName: "file"))
    package var report: [String] = []

    package init() {}

    private static var first: Form { Form.allCases.first ?? .json }

    package func validate() throws { try Form.check(report) }

    /// Writes a report to the files.
    package func emitFiles(_ text: (Form, Style) throws -> String) throws {
        for file in report { try OutputFile.write(try text(Form.of(file) ?? .json, .off), to: file) }
    }

    /// Writes a report to the files and to standard output.
    ///
    /// - Parameter text: Returns the report in a form, with colors if the style has some.
    package func emit(_ text: (Form, Style) throws -> String) throws {
        try emitFiles(text)
        let output = try text(format, Style(STDOUT_FILENO))
        if format == ReportOptions.first { Output.emit(lines: output) } else { Output.emit(document: output) }
    }
}

#endif
