// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// The reason that a line yields no content: the codec rejected the content, or the line itself is malformed.
package struct Fault: Error {
    /// A code of the codec, or one of ``LineCode``.
    package var code: String
    /// The offset in bytes from the start of the content, or of the line if the line itself is malformed.
    package var offset: Int
    /// The path of the member in the content; empty if the line itself is malformed.
    package var path = ""
    /// What is wrong with the line and what to do next, or nil if the code is sufficient.
    package var message: String?
    /// The type that the line names, if it was read before the fault.
    package var objectName: ObjectName?

    /// Creates a fault for a content that the codec rejected.
    package init(_ error: DecodeError, _ objectName: ObjectName?) {
        code = error.code.rawValue
        offset = error.offset
        path = error.path
        self.objectName = objectName
    }

    /// Creates a fault for a malformed line.
    package init(_ code: LineCode, at offset: Int, _ message: String, _ objectName: ObjectName? = nil) {
        self.code = code.rawValue
        self.offset = offset
        self.message = message
        self.objectName = objectName
    }

    /// The description for people: `field.type at byte 12, in /duration`.
    package var description: String {
        let place = path.isEmpty ? "" : ", in \(path)"
        let reason = message.map { ": \($0)" } ?? ""
        return "\(code) at byte \(offset)\(place)\(reason)"
    }

    /// Appends the fault as the JSON value of a member `error`, preceded by a comma.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(text: ",\"error\":{\"code\":")
        bytes.append(json: code)
        bytes.append(member: "offset", offset)
        bytes.append(member: "path", json: path)
        if let message { bytes.append(member: "message", json: message) }
        bytes.append(0x7d)
    }
}

/// The tool's own codes, for lines in which no content could be found.
package enum LineCode: String, CaseIterable {
    /// The line is not one JSON object.
    case json = "line.json"
    /// The line is not well-formed UTF-8.
    case utf8 = "line.utf8"
    /// The line lacks a member, or a member has the wrong type.
    case member = "line.member"
    /// The line is longer than allowed.
    case length = "line.length"
}

#endif
