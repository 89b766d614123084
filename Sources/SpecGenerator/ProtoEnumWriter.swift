// SPDX-License-Identifier: Apache-2.0

import TypeGenerator

/// A writer of the Swift type of an enum, which is open like every enumeration on the wire.
struct ProtoEnumWriter {
    let enumeration: ProtoFile.Enumeration

    var text: SwiftText {
        let name = enumeration.name
        let constants = enumeration.values.map { value in
            "/// \(value.comment)\n"
                + "public static let \(identifier(swiftName(value.name))) = \(name)(rawValue: \(value.number))"
        }
        return """
            /// \(enumeration.comment)
            ///
            /// The type is open: other values are kept (PRB-016).
            public struct \(name): ProtobufEnumeration {
                \(SwiftText.rawValue("Int32"))

                \(constants)

                /// The known values with their names in the schema.
                public static let names: [(value: Int32, name: String)] = [
                    \(enumeration.values.map { "(\($0.number), \(quoted($0.name)))," })
                ]
            }
            """
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
