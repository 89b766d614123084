// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// A handler that writes RongCloud's packets from the lines that `decode` prints.
struct RMTPEncoding: LineConversion {
    let output = ItemOutput(of: "packets", isBare: true)
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

    func handle(_ line: Span<UInt8>, at location: LineLocation) throws(LineError) {
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
        let out = output.out
        switch framing {
        case .tcp:
            out.buffer.append(contentsOf: bytes)
            out.flushIfFull()
        case .xhr:
            out.buffer.append(contentsOf: bytes)
            out.endRecord()
        case .websocket:
            if let stated { out.write(stated.rawValue + " ") }
            out.line(form == .hex ? HexBytes.text(bytes) : Base64.encode(bytes))
        }
    }
}

#endif
