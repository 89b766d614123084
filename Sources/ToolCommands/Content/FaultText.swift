// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport

/// The text for a line that is rejected, which is the same in every command.
enum FaultText {
    /// Writes an error for people: `5 error RC:VcMsg field.type at byte 12, in /duration`.
    static func write(_ fault: Fault, _ place: Place, _ out: Output) {
        let name = fault.objectName.map { TextLayout.shown($0.rawValue) + " " } ?? ""
        out.line("\(place.text) \(out.style.red("error")) \(name)\(fault.description)")
    }

    /// Writes an error for programs: `{"line":5,"objectName":"RC:VcMsg","error":{"code":"field.type",…}}`.
    static func writeJSON(_ fault: Fault, _ place: Place, status: String? = nil, _ out: Output) {
        place.append(to: &out.buffer)
        if let name = fault.objectName { out.buffer.append(member: "objectName", json: name.rawValue) }
        if let status { out.buffer.append(member: "status", json: status) }
        fault.append(to: &out.buffer)
        out.write("}")
        out.endRecord()
    }

    /// Reports an error on standard error, for commands whose output holds only contents: `imwire: messages.jsonl:5:
    /// …`.
    static func complain(_ fault: Fault, _ place: Place) {
        let name = fault.objectName.map { TextLayout.shown($0.rawValue) + " " } ?? ""
        Console.complain("\(place.full) \(name)\(fault.description)")
    }
}

#endif
