// SPDX-License-Identifier: Apache-2.0

import TypeGenerator

/// A writer of the Swift type of an enum, which is open like every enumeration on the wire.
struct ProtoEnumWriter {
    private let enumeration: ProtoFile.Enumeration

    init(_ enumeration: ProtoFile.Enumeration) {
        self.enumeration = enumeration
    }

    func write(to code: inout Code) {
        let name = enumeration.name
        code.documentation(enumeration.comment)
        code.line("///")
        code.documentation("The type is open: other values are kept (PRB-016).")
        code.line("public struct \(name): ProtobufEnumeration {")
        code.indented { code in
            code.documentation("The value on the wire.")
            code.line("public let rawValue: Int32")
            code.line()
            code.documentation("Creates a value from any raw value.")
            code.line("public init(rawValue: Int32) {")
            code.indented { $0.line("self.rawValue = rawValue") }
            code.line("}")
            code.line()
            for value in enumeration.values {
                code.documentation(value.comment)
                code.line(
                    "public static let \(identifier(swiftName(value.name))) = \(name)(rawValue: \(value.number))")
            }
            code.line()
            code.documentation("The known values with their names in the schema.")
            code.line("public static let names: [(value: Int32, name: String)] = [")
            code.indented { code in
                for value in enumeration.values { code.line("(\(value.number), \(quoted(value.name))),") }
            }
            code.line("]")
        }
        code.line("}")
    }

    /// Returns the Swift name of a value, without a prefix that all values share.
    ///
    /// `PERSON` becomes `person`, `IsTop` becomes `isTop`, and `group_success` becomes `groupSuccess`.
    private func swiftName(_ name: String) -> String {
        var words = name.split(separator: "_").map(String.init)
        let first = words.first ?? ""
        let shared = enumeration.values.allSatisfy { $0.name.hasPrefix(first + "_") }
        if shared, words.count > 1 { words.removeFirst() }
        let lowered = words.enumerated().map { index, word in
            let isUpper = word.allSatisfy { $0.isUppercase || $0.isNumber }
            let word = isUpper ? word.lowercased() : word
            return (index == 0 ? word.prefix(1).lowercased() : word.prefix(1).uppercased()) + word.dropFirst()
        }
        return lowered.joined()
    }
}
