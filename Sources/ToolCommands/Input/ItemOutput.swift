// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

/// The output of a command that reads items: results and errors, progress, and the exit code.
final class ItemOutput {
    let out = Output()
    let format: OutputFormat
    /// The number of items so far.
    var count = 0
    var exit = ToolExit.clean
    private let isBare: Bool
    private let progress: LineProgress

    /// Creates an output of items with a plural noun.
    ///
    /// - Parameter isBare: Whether the output holds only contents or bytes, so that errors go to standard error.
    init(of noun: String = "lines", _ format: OutputFormat = .json, isBare: Bool = false, isQuiet: Bool = false) {
        self.format = format
        self.isBare = isBare
        progress = LineProgress(noun, beside: out, isQuiet: isQuiet)
    }

    /// Writes the JSON object of a line: its location, its type, and the members that `members` appends.
    func record(_ location: LineLocation, _ name: ObjectName? = nil, _ members: (inout [UInt8]) -> Void) {
        location.append(to: &out.buffer)
        if let name { out.buffer.append(member: "objectName", json: name.rawValue) }
        members(&out.buffer)
        out.write("}")
        out.endRecord()
    }

    /// Writes an error: `5 error RC:VcMsg field.type at byte 12, in /duration`, or
    /// `{"line":5,"objectName":"RC:VcMsg","error":{"code":"field.type",…}}`.
    func write(_ error: LineError, _ location: LineLocation, status: String? = nil) {
        exit = .findings
        if isBare { return complain("\(location.full) \(error.description)") }
        switch format {
        case .text: out.line("\(location.text) \(out.style.red("error")) \(error.description)")
        case .json:
            record(location, error.objectName) { bytes in
                if let status { bytes.append(member: "status", json: status) }
                error.append(to: &bytes)
            }
        }
    }

    /// Reports an error that ends a stream, the rest of which is not read.
    func report(_ fault: StreamFault, in file: LineLocation, within part: String, _ advice: String) {
        let reason =
            fault.error.code == .frameTruncated
            ? "the stream ends inside a \(part)" : "the rest is not read; \(advice)"
        complain("\(file.title): \(fault.error.description): \(reason)")
    }

    /// Reports on standard error what is not in the output.
    func complain(_ message: String) {
        exit = .findings
        out.flush()
        Console.complain(message)
    }

    /// Shows progress after `bytes` more bytes of input.
    func advance(_ bytes: Int) {
        progress.advance(count, bytes: bytes)
    }

    /// Flushes the output, and finishes the command.
    func finish(_ other: ToolExit) throws {
        out.flush()
        try ToolExit.worse(other, exit).finish()
    }
}

#endif
