// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

/// Returns a text as UTF-8.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Returns bytes as text.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Returns the error of a decoding that is expected to fail, or nil if it succeeds.
func refusal(_ body: () throws(DecodeError) -> some Any) -> DecodeError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

/// Returns the error of an encoding that is expected to fail, or nil if it succeeds.
func refusal(writing body: () throws(EncodeError) -> some Any) -> EncodeError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

/// Returns everything that descriptions, reflection and `dump` reveal about a value.
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
