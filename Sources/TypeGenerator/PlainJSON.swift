// SPDX-License-Identifier: Apache-2.0

import Platform

/// The JSON of a schema, in which all numbers are integers.
package enum PlainJSON: Codable {
    case object([String: PlainJSON])
    case list([PlainJSON])
    case text(String)
    case boolean(Bool)
    case integer(Int)

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let object = try? container.decode([String: PlainJSON].self) {
            self = .object(object)
        } else if let list = try? container.decode([PlainJSON].self) {
            self = .list(list)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let boolean = try? container.decode(Bool.self) {
            self = .boolean(boolean)
        } else {
            self = .integer(try container.decode(Int.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let object): try container.encode(object)
        case .list(let list): try container.encode(list)
        case .text(let text): try container.encode(text)
        case .boolean(let boolean): try container.encode(boolean)
        case .integer(let integer): try container.encode(integer)
        }
    }
}
