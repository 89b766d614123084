// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The reason why an operation has no result: the input is refused, or the testee does not support the operation.
package enum TesteeRefusal: Error {
    /// The bytes or the value cannot be decoded.
    case decoding(DecodeError)
    /// The value cannot be encoded.
    case encoding(EncodeError)
    /// The testee does not support the request (TST-015).
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

    /// Runs `body`, and translates the refusal of a packet into that of an operation.
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
    /// The mode of a request, which defaults to lenient (TST-050).
    package var mode: DecodingMode { self["mode"]?.string == "strict" ? .strict : .lenient }

    /// Returns the limits of a request, with defaults for those that it does not set (TST-051).
    package func packetLimits() throws(TesteeRefusal) -> PacketLimits {
        do throws(Unsupported) {
            return try PacketLimits(self["limits"])
        } catch {
            throw .unsupported(error.reason)
        }
    }

    /// Returns a required member.
    package func member(_ name: String) throws(TesteeRefusal) -> RawJSON {
        guard let value = self[name] else { throw .unsupported("\(name) is missing") }
        return value
    }

    /// Returns the bytes of a required member in Base64.
    package func bytes(_ name: String) throws(TesteeRefusal) -> [UInt8] {
        guard let bytes = self[name]?.string.flatMap({ Base64.decode($0) }) else {
            throw .unsupported("\(name) is missing, or is not Base64")
        }
        return bytes
    }
}
