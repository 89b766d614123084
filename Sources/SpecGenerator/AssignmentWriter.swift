// SPDX-License-Identifier: Apache-2.0

import Schemas
import TypeGenerator

/// A writer of the functions that assign the members of one content to another, for every built-in type (CNT-183).
///
/// They use the public properties of the types, as an application would.
struct AssignmentWriter {
    let types: [TypeWriter]

    func file() -> String {
        let extensions: [SwiftText] = types.sorted { $0.swiftName < $1.swiftName }.map { type in
            """
            extension \(type.swiftName): AssignableContent {
                mutating func assign(membersOf other: Self) {
                    \(type.assignments)
                }
            }
            """
        }
        return SwiftText.joined(extensions, separator: "\n\n").file(source: "Spec/content-types", imports: ["IMWire"])
    }
}
