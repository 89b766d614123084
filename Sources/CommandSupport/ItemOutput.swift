// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire
import ValueSupport

/// The output of a command that reads items, or a part of it: results and errors, their number, and the exit code.
package struct ItemOutput: Sendable {
    /// The bytes for standard output, and the messages for standard error.
    package var text: OutputBuffer
    /// The format of the results.
    package let format: OutputFormat
    /// The number of items.
    package var count = 0
    /// The exit code that follows from the items.
    package var exit = ToolExit.clean
    /// Whether the output holds only contents or bytes, so that errors go to standard error.
    private let isBare: Bool
    /// The size in bytes from which a part is written before more is appended to it.
    private static let capacity = 1 << 20

    /// Creates an empty part of the output `out`.
    ///
    /// - Parameter isBare: Whether the output holds only contents or bytes, so that errors go to standard error.
    package init(_ format: OutputFormat = .json, for out: Output, isBare: Bool = false) {
        text = OutputBuffer(style: out.style)
        self.format = format
        self.isBare = isBare
    }

    /// Whether the part has to be written before more is appended to it.
    package var isFull: Bool { text.count >= ItemOutput.capacity }

    /// Removes everything and keeps the storage.
    package mutating func removeAll() {
        text.removeAll()
        count = 0
        exit = .clean
    }

    /// Writes the JSON object of a line: its location, its type, and the members that `members` appends.
    ///
    /// Line breaks between tokens of the members become spaces.
    package mutating func record(
        _ location: LineLocation, _ name: ObjectName? = nil, _ members: (inout [UInt8]) -> Void
    ) {
        location.append(to: &text.bytes)
        if let name { text.bytes.append(member: "objectName", json: name.rawValue) }
        members(&text.bytes)
        text.bytes.append(UInt8(ascii: "}"))
        text.endRecord()
    }

    /// Writes an error: `5 error RC:VcMsg field.type at byte 12, in /duration`, or
    /// `{"line":5,"objectName":"RC:VcMsg","error":{"code":"field.type",…}}`.
    package mutating func write(_ error: LineError, _ location: LineLocation, status: String? = nil) {
        exit = .findings
        if isBare { return complain("\(location.full) \(error.description)") }
        switch format {
        case .text: text.line("\(location.text) \(text.style.red("error")) \(error.description)")
        case .json:
            record(location, error.objectName) { bytes in
                if let status { bytes.append(member: "status", json: status) }
                error.append(to: &bytes)
            }
        }
    }

    /// Reports an error that ends a stream, the rest of which is not read.
    package mutating func report(
        _ fault: StreamFault, in file: LineLocation, within part: String, _ advice: String
    ) {
        let reason =
            fault.error.code == .frameTruncated
            ? "the stream ends inside a \(part)" : "the rest is not read; \(advice)"
        complain("\(file.title): \(fault.error.description): \(reason)")
    }

    /// Reports on standard error what is not in the output.
    package mutating func complain(_ message: String) {
        exit = .findings
        text.complain(message)
    }
}

#endif
