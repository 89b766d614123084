// SPDX-License-Identifier: Apache-2.0

import TypeGenerator

/// A Boolean, an integer or a text in a file of `Spec`.
enum ScalarValue: Decodable {
    case boolean(Bool)
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let boolean = try? container.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    var literal: String {
        switch self {
        case .boolean(let boolean): "\(boolean)"
        case .number(let number): "\(number)"
        case .text(let text): quoted(text)
        }
    }

    /// The value as a text without quotes.
    var text: String { if case .text(let text) = self { text } else { literal } }
}
