// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Encodes line after line.
struct ContentEncoding: LineHandler {
    /// Finds the value in a line.
    var reader: MessageReader
    /// How deviations are met.
    let mode: DecodingMode
    /// Whether contents are written alone.
    let isRaw: Bool
    /// Where results go.
    let out = Output()
    /// The exit code so far.
    private(set) var exit = ToolExit.clean

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        do throws(Fault) {
            write(try reader.decode(line, mode: mode), place)
        } catch {
            take(error, place)
        }
    }

    mutating func take(_ fault: Fault, _ place: Place) {
        exit = .findings
        if isRaw {
            FaultText.complain(fault, place)
        } else {
            FaultText.writeJSON(fault, place, out)
        }
    }

    private mutating func write(_ decoded: Decoded<AnyContent>, _ place: Place) {
        let name = decoded.content.objectName
        let bytes = decoded.content.encoded()
        if bytes.count > DecodingLimits().contentBytes {
            let reason = "the content has \(bytes.count) bytes, more than the service takes"
            return refuse(EncodeError(.size), reason, name, place)
        }
        if isRaw {
            if bytes.contains(0x0a) {
                return refuse(nil, "these bytes hold a line break; encode them without --raw", name, place)
            }
            out.buffer.append(contentsOf: bytes)
            return out.endLine()
        }
        place.append(to: &out.buffer)
        out.buffer.append(member: "objectName", json: name.rawValue)
        out.write(",\"content\":")
        if let text = String(validating: bytes, as: UTF8.self) {
            out.buffer.append(json: text)
        } else {
            out.write(BytesValue.json(bytes))
        }
        if !decoded.deviations.isEmpty {
            out.write(",\"deviations\":")
            out.buffer.append(json: decoded.deviations.distinctIDs)
        }
        out.write("}")
        out.endLine()
    }

    private mutating func refuse(_ error: EncodeError?, _ reason: String, _ name: ObjectName, _ place: Place) {
        var fault = Fault(.member, at: 0, reason, name)
        if let error { fault.code = error.code.rawValue }
        take(fault, place)
    }
}
