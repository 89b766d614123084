// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Decodes line after line.
struct ContentDecoding: LineHandler {
    /// Finds the content in a line.
    var reader: MessageReader
    /// How deviations are met.
    let mode: DecodingMode
    /// How results are written.
    let format: LineFormat
    /// Where results go.
    let out = Output()
    /// The exit code so far.
    private(set) var exit = ToolExit.clean

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        do throws(Fault) {
            let decoded = try reader.decode(line, mode: mode)
            switch format {
            case .json: writeJSON(decoded, place)
            case .text: DecodedText(out: out).write(decoded, place)
            }
        } catch {
            take(error, place)
        }
    }

    mutating func take(_ fault: Fault, _ place: Place) {
        exit = .findings
        switch format {
        case .json: FaultText.writeJSON(fault, place, out)
        case .text: FaultText.write(fault, place, out)
        }
    }

    private func writeJSON(_ decoded: Decoded<AnyContent>, _ place: Place) {
        place.append(to: &out.buffer)
        out.buffer.append(member: "objectName", json: decoded.content.objectName.rawValue)
        out.write(",\"value\":")
        switch decoded.content {
        case .known(let content): out.buffer.append(contentsOf: content.encoded())
        case .opaque, .unknown: out.write(BytesValue.json(decoded.content.encoded()))
        }
        out.write(",\"unknown\":")
        out.buffer.append(json: decoded.content.unknownMembers.names)
        out.write(",\"deviations\":")
        out.buffer.append(json: decoded.deviations.distinctIDs)
        if let digest = decoded.content.digest { out.buffer.append(member: "digest", json: digest) }
        out.write("}")
        out.endLine()
    }
}

extension [Deviation] {
    /// The ids, each once, in the order in which they were met.
    var distinctIDs: [String] {
        if isEmpty { return [] }
        var ids: [String] = []
        for deviation in self where !ids.contains(deviation.id.description) { ids.append(deviation.id.description) }
        return ids
    }
}
