// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// A converter that writes RongCloud's packets from the lines that `decode` prints.
struct RMTPEncoding: LineConverter {
    private let framing: RMTPFraming
    /// The direction of lines that do not state one.
    private let direction: RMTPDirection?
    private let form: LineBytes
    private let writer: RMTPItemWriter

    init(
        _ options: RMTPInspection.Options, _ direction: RMTPDirection?, _ form: LineBytes, utf8: Bool
    ) throws(EncodeError) {
        framing = options.framing
        self.direction = framing == .xhr ? .down : direction
        self.form = form
        writer = try RMTPItemWriter(options, encoding: utf8 ? .utf8 : .cesu8)
    }

    func convert(
        _ line: Span<UInt8>, at location: LineLocation, into output: inout ItemOutput
    ) throws(LineError) {
        let item: RawJSON
        do throws(DecodeError) {
            item = try RawJSON(parsing: line)
        } catch {
            throw LineError(error, inLineFrom: 0)
        }
        if item["packet"] == nil, item["error"] != nil {
            throw LineError(.member, at: 0, "the line has an error and no packet; it is omitted")
        }
        let stated = item["direction"]?.string.flatMap(RMTPDirection.init(rawValue:))
        guard let way = stated ?? direction else {
            throw LineError(
                .member, at: 0, "the direction of the packet is unknown; add a member direction, or give --direction")
        }
        let bytes: [UInt8]
        do throws(RMTPItemWriter.Refusal) {
            bytes = try writer.bytes(item, way)
        } catch {
            throw LineError(code: error.code ?? LineCode.member.rawValue, error.message)
        }
        output.count += 1
        switch framing {
        case .tcp:
            output.text.bytes.append(contentsOf: bytes)
            output.text.endBytes()
        case .xhr:
            output.text.bytes.append(contentsOf: bytes)
            output.text.endRecord()
        case .websocket:
            if let stated { output.text.write(stated.rawValue + " ") }
            output.text.line(form == .hex ? HexBytes.text(bytes) : Base64.encode(bytes))
        }
    }
}

#endif
