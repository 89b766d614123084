// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire
import ValueSupport

/// The reason that a line yields no content: the codec rejected the content, or the line itself is malformed.
package struct LineError: Error {
    /// A code of the codec, or one of ``LineCode``.
    package var code: String
    /// The offset in bytes from the start of the content, or of the line if the line itself is malformed.
    package var offset: Int
    /// The path of the member in the content; empty if the line itself is malformed.
    package var path = ""
    /// What is wrong with the line and what to do next, or nil if the code is sufficient.
    package var message: String?
    /// The type that the line names, if it was read before the error.
    package var objectName: ObjectName?

    /// Creates an error for a content that the codec rejected.
    package init(_ error: DecodeError, _ objectName: ObjectName?) {
        code = error.code.rawValue
        offset = error.offset
        path = error.path
        self.objectName = objectName
    }

    /// Creates an error for a malformed line.
    package init(_ code: LineCode, at offset: Int, _ message: String, _ objectName: ObjectName? = nil) {
        self.init(code: code.rawValue, at: offset, message, objectName)
    }

    /// Creates an error with any code, such as that of an encoder.
    package init(code: String, at offset: Int = 0, _ message: String, _ objectName: ObjectName? = nil) {
        self.code = code
        self.offset = offset
        self.message = message
        self.objectName = objectName
    }

    /// Creates an error for JSON that the codec rejects in a line, outside a content, at offsets from `start`.
    package init(_ error: DecodeError, inLineFrom start: Int, _ objectName: ObjectName? = nil) {
        let (code, message): (LineCode, String) =
            switch error.code {
            case .jsonUTF8: (.utf8, "the line is not UTF-8")
            case .limitDepth: (.json, "the line is nested too deeply")
            default: (.json, "the line is not JSON")
            }
        self.init(code, at: start + error.offset, message, objectName)
    }

    /// The description for people: `RC:VcMsg field.type at byte 12, in /duration`.
    package var description: String {
        let name = objectName.map { TextLayout.shown($0.rawValue) + " " } ?? ""
        let place = path.isEmpty ? "" : ", in \(path)"
        let reason = message.map { ": \($0)" } ?? ""
        return "\(name)\(code) at byte \(offset)\(place)\(reason)"
    }

    /// Appends a comma and the member `error`.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(literal: ",\"error\":{\"code\":")
        bytes.append(json: code)
        bytes.append(member: "offset", offset)
        bytes.append(member: "path", json: path)
        if let message { bytes.append(member: "message", json: message) }
        bytes.append(UInt8(ascii: "}"))
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
