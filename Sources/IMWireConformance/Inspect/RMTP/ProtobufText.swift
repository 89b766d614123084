// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireSpec

/// Descriptions of the values of protobuf fields.
enum ProtobufText {
    /// Returns the form of a value that a wire type denotes.
    static func form(_ wireType: Int) -> String {
        switch wireType {
        case 0: "varint"
        case 1: "eight bytes"
        case 2: "length and bytes"
        case 3: "group"
        case 5: "four bytes"
        default: "end of a group"
        }
    }

    /// Returns a number in the form of its field's kind, or as it arrived if the field is unknown.
    static func number(_ value: UInt64, _ kind: ProtobufField.Kind?) -> String {
        switch kind {
        case .int32: return String(Int32(truncatingIfNeeded: value))
        case .int64: return String(Int64(bitPattern: value))
        case .bool: return value == 0 ? "false" : "true"
        case .enumeration(let type):
            let number = Int32(truncatingIfNeeded: value)
            let name = type.names.first { $0.value == number }?.name
            return "\(number)" + (name.map { ", \($0)" } ?? ", not in the schema")
        default: return String(value)
        }
    }

    /// Returns the meaning of a number whose bits are flags, or nil for any other number.
    static func bits(
        _ value: UInt64, _ name: String, _ type: (any ProtobufMessage.Type)?
    ) -> (text: String, requirement: String?)? {
        switch (type?.messageName, name) {
        case ("UpStreamMessage", "sessionId"):
            (names(RMTPMessageFlags(up: Int32(truncatingIfNeeded: value))), "RMTP-171")
        case ("DownStreamMessage", "status"): (names(RMTPMessageFlags(down: Int64(bitPattern: value))), "RMTP-172")
        default: nil
        }
    }

    /// Returns the meaning of a string that names the type of a content, or nil for any other string.
    static func meaning(_ name: String, _ value: ArraySlice<UInt8>) -> (text: String, requirement: String?)? {
        guard name == "classname", let objectName = String(validating: value, as: UTF8.self) else { return nil }
        guard let title = SpecSchema.library.type(objectName)?.title else {
            return ("the type of the content, not built in", "CNT-005")
        }
        return ("the type of the content: \(title)", "CNT-001")
    }

    private static func names(_ flags: RMTPMessageFlags) -> String {
        let names: [(flag: RMTPMessageFlags, name: String)] = [
            (.persisted, "persisted"), (.counted, "counted as unread"), (.mentioned, "mentions somebody"),
            (.silent, "notifies nobody"), (.expandable, "can be expanded"),
            (.receivedElsewhere, "received by another client"),
        ]
        let found = names.filter { flags.contains($0.flag) }.map(\.name)
        return found.isEmpty ? "no flag" : found.joined(separator: ", ")
    }
}
