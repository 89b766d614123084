// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Why an operation has no answer: the input is refused, or it is none that the testee does.
package enum TesteeRefusal: Error {
    /// The bytes or the value are wrong.
    case decoding(DecodeError)
    /// It cannot be written.
    case encoding(EncodeError)
    /// The testee does not do this (TST-015).
    case unsupported(String)

    package static func reading<Value>(_ body: () throws(DecodeError) -> Value) throws(TesteeRefusal) -> Value {
        do throws(DecodeError) {
            return try body()
        } catch {
            throw .decoding(error)
        }
    }

    package static func writing<Value>(_ body: () throws(EncodeError) -> Value) throws(TesteeRefusal) -> Value {
        do throws(EncodeError) {
            return try body()
        } catch {
            throw .encoding(error)
        }
    }

    /// Reads what a request has about packets.
    package static func packet<Value>(_ body: () throws(RefusedPacket) -> Value) throws(TesteeRefusal) -> Value {
        do throws(RefusedPacket) {
            return try body()
        } catch {
            switch error {
            case .refused(let error): throw .encoding(error)
            case .unsupported(let reason): throw .unsupported(reason)
            }
        }
    }
}

extension JSONObject {
    /// The mode of a request; lenient where it says nothing (TST-050).
    package var mode: DecodingMode { self["mode"]?.string == "strict" ? .strict : .lenient }

    /// The limits of a request, in place of the defaults (TST-051).
    package func packetLimits() throws(TesteeRefusal) -> PacketLimits {
        do throws(Unsupported) {
            return try PacketLimits(self["limits"])
        } catch {
            throw .unsupported(error.reason)
        }
    }

    /// A member that has to be there.
    package func member(_ name: String) throws(TesteeRefusal) -> RawJSON {
        guard let value = self[name] else { throw .unsupported("\(name) is missing") }
        return value
    }

    /// A member that is Base64.
    package func bytes(_ name: String) throws(TesteeRefusal) -> [UInt8] {
        guard let bytes = self[name]?.string.flatMap({ Base64.decode($0) }) else {
            throw .unsupported("\(name) is missing, or is not Base64")
        }
        return bytes
    }
}
