// SPDX-License-Identifier: Apache-2.0

import Schemas

/// A type of known values, and the property that has it.
package struct MemberEnumeration {
    package var type: String
    package var property: String
    package var isText: Bool

    package init(type: String, property: String, isText: Bool) {
        self.type = type
        self.property = property
        self.isText = isText
    }
}

extension Schema {
    /// The name of the Swift type of an object.
    package var typeName: String { swiftName ?? file }
}

extension SchemaMember {
    /// The property's type without the question mark.
    package var swiftType: String { forms.type }
    /// The value of a required member that a peer omitted, or nil for an object, since no object is an empty one.
    package var fallback: String? { forms.fallback }
    /// The call of the reader that reads the member.
    package var read: String { forms.read }
    package var tableKind: String { forms.table }

    private var forms: (type: String, fallback: String?, read: String, table: String) {
        let object = self.object?.typeName ?? ""
        return switch kind {
        case .string: ("String", "\"\"", "string()", ".string")
        case .base64: ("Base64Text", "Base64Text(text: \"\")", "base64()", ".base64")
        case .integer: ("JSONNumber", "0", "integer()", ".integer")
        case .number: ("JSONNumber", "0", "number()", ".number")
        case .boolean: ("Bool", "false", "boolean()", ".boolean")
        case .any: ("RawJSON", ".null", "any()", ".any")
        case .object: (object, nil, "object(\(object).self)", ".object(\(object).memberTable)")
        case .objects: ("[\(object)]", "[]", "objects(\(object).self)", ".objects(\(object).memberTable)")
        case .strings: ("[String]", "[]", "strings()", ".strings")
        case .rawObject: ("RawJSON", ".emptyObject", "rawObject()", ".rawObject")
        case .rawArray: ("RawJSON", ".emptyArray", "rawArray()", ".rawArray")
        case .stringMap: ("RawJSON", ".emptyObject", "map(ofLists: false)", ".stringMap")
        case .stringListMap: ("RawJSON", ".emptyObject", "map(ofLists: true)", ".stringListMap")
        }
    }
}

/// Returns the number of a deviation, or 0 if there is none.
package func number(_ deviation: String?) throws -> Int {
    guard let deviation else { return 0 }
    guard deviation.hasPrefix("DEV-"), let number = Int(deviation.dropFirst(4)) else {
        throw SpecError("\(deviation) is not a deviation id")
    }
    return number
}
