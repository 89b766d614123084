// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

/// A text as it is on the wire.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Bytes as the text that they are.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// The error of what is to be refused.
func refusal(_ body: () throws(DecodeError) -> some Any) -> DecodeError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

/// The error of what is not to be written.
func refusal(writing body: () throws(EncodeError) -> some Any) -> EncodeError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

/// Everything that a value says of itself without being asked.
func everythingSaid(of value: some Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    var said = "\(value) " + String(describing: value) + String(reflecting: value) + dumped
    func look(_ value: Any, _ depth: Int) {
        guard depth < 6 else { return }
        for child in Mirror(reflecting: value).children {
            said += " \(child.label ?? "") \(child.value) \(String(reflecting: child.value))"
            look(child.value, depth + 1)
        }
    }
    look(value, 0)
    return said
}
