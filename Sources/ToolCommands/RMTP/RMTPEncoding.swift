// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// A handler that writes RongCloud's packets from the lines that `decode` prints.
struct RMTPEncoding: LineConversion {
    private let framing: RMTPFraming
    /// The direction of lines that do not state one.
    private let direction: RMTPDirection?
    private let form: LineBytes
    private let writer: RMTPItemWriter
    private var stream = EncodedStream(of: "packets")
    var exit: ToolExit { stream.exit }

    init(
        _ options: RMTPInspection.Options, _ direction: RMTPDirection?, _ form: LineBytes, utf8: Bool
    ) throws(EncodeError) {
        framing = options.framing
        self.direction = framing == .xhr ? .down : direction
        self.form = form
        writer = try RMTPItemWriter(options, encoding: utf8 ? .utf8 : .cesu8)
    }

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        do throws(Fault) {
            let item: RawJSON
            do throws(DecodeError) {
                item = try RawJSON(parsing: line)
            } catch {
                throw LineParts.fault(error, from: 0)
            }
            try write(item)
        } catch {
            take(error, place)
        }
    }

    mutating func take(_ fault: Fault, _ place: Place) { stream.take(fault, place) }
    mutating func heard(_ bytes: Int) { stream.heard(bytes) }
    func finish() { stream.finish() }

    private mutating func write(_ item: RawJSON) throws(Fault) {
        if item["packet"] == nil, item["error"] != nil {
            throw Fault(.member, at: 0, "the line has an error and no packet; it is omitted")
        }
        let told = item["direction"]?.string.flatMap(RMTPDirection.init(rawValue:))
        guard let way = told ?? direction else {
            throw Fault(
                .member, at: 0, "the direction of the packet is unknown; add a member direction, or give --direction")
        }
        let bytes: [UInt8]
        do throws(RMTPItemWriter.Refusal) {
            bytes = try writer.bytes(item, way)
        } catch {
            var fault = Fault(.member, at: 0, error.message)
            if let code = error.code { fault.code = code }
            throw fault
        }
        stream.written += 1
        let out = stream.out
        switch framing {
        case .tcp:
            out.buffer.append(contentsOf: bytes)
            out.flushIfFull()
        case .xhr:
            out.buffer.append(contentsOf: bytes)
            out.endRecord()
        case .websocket:
            if let told { out.write(told.rawValue + " ") }
            out.line(form == .hex ? HexBytes.text(bytes) : Base64.encode(bytes))
        }
    }
}

#endif
