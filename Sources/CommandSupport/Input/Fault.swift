// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// Why a line has no value: the codec refused its content, or the line itself is not what it should be.
package struct Fault: Error {
    /// A code of the codec, or one of ``LineCode``.
    package var code: String
    /// Bytes from the first byte of the content, or of the line where the line itself is wrong.
    package var offset: Int
    /// The member of the content; empty where the line itself is wrong.
    package var path = ""
    /// What is wrong with the line and what to do next; nil where the code says all.
    package var message: String?
    /// The type that the line names, where it was read before the fault.
    package var objectName: ObjectName?

    /// A content that the codec refused.
    package init(_ error: DecodeError, _ objectName: ObjectName?) {
        code = error.code.rawValue
        offset = error.offset
        path = error.path
        self.objectName = objectName
    }

    /// A line that is wrong itself.
    package init(_ code: LineCode, at offset: Int, _ message: String, _ objectName: ObjectName? = nil) {
        self.code = code.rawValue
        self.offset = offset
        self.message = message
        self.objectName = objectName
    }

    /// For people: `field.type at byte 12, in /duration`.
    package var description: String {
        let place = path.isEmpty ? "" : ", in \(path)"
        let reason = message.map { ": \($0)" } ?? ""
        return "\(code) at byte \(offset)\(place)\(reason)"
    }

    /// Appends the fault as the JSON value of a member `error`, with a comma before it.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(text: ",\"error\":{\"code\":")
        bytes.append(json: code)
        bytes.append(member: "offset", offset)
        bytes.append(member: "path", json: path)
        if let message { bytes.append(member: "message", json: message) }
        bytes.append(0x7d)
    }
}

/// The tool's own codes, for lines whose content could not even be found.
package enum LineCode: String, CaseIterable {
    /// The line is not one JSON object.
    case json = "line.json"
    /// The line is not well-formed UTF-8.
    case utf8 = "line.utf8"
    /// The line lacks a member, or one has the wrong type.
    case member = "line.member"
    /// The line is longer than allowed.
    case length = "line.length"
}

#endif
