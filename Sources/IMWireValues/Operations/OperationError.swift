// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The reason why an operation has no result: the input is refused, or the request is not supported.
package enum OperationError: Error {
    /// The bytes or the value cannot be decoded.
    case decoding(DecodeError)
    /// The value cannot be encoded.
    case encoding(EncodeError)
    /// A session refuses its configuration or an event.
    case session(SessionError)
    /// The schemas of an application cannot be used.
    case schema(SchemaError)
    /// A custom type cannot be registered.
    case registration(RegistrationError)
    /// The request is not supported, with the reason (TST-015).
    case unsupported(String)

    package init(_ skip: SessionScript.Skip) {
        self =
            switch skip.refusal {
            case .memory(let error): .decoding(error)
            case .request(let error): .session(error)
            case nil: .unsupported(skip.reason)
            }
    }

    /// The code of the error, or nil if the request is not supported.
    package var code: String? {
        switch self {
        case .decoding(let error): error.code.rawValue
        case .encoding(let error): error.code.rawValue
        case .session(let error): error.code.rawValue
        case .schema(let error): error.code.rawValue
        case .registration(let error): error.code.rawValue
        case .unsupported: nil
        }
    }

    /// Returns a value that is decoded, or throws the error of decoding it.
    package static func reading<Value>(
        _ value: @autoclosure () throws(DecodeError) -> Value
    ) throws(OperationError) -> Value {
        do throws(DecodeError) {
            return try value()
        } catch {
            throw .decoding(error)
        }
    }

    /// Returns a value that is encoded, or throws the error of encoding it.
    package static func writing<Value>(
        _ value: @autoclosure () throws(EncodeError) -> Value
    ) throws(OperationError) -> Value {
        try writing { () throws(EncodeError) in try value() }
    }

    /// Returns what `body` encodes, or throws its error.
    package static func writing<Value>(_ body: () throws(EncodeError) -> Value) throws(OperationError) -> Value {
        do throws(EncodeError) {
            return try body()
        } catch {
            throw .encoding(error)
        }
    }
}

extension JSONObject {
    /// The mode of a request, which defaults to lenient (TST-050).
    package var mode: DecodingMode { self["mode"]?.string == "strict" ? .strict : .lenient }

    /// Returns the limits of a request, with defaults for those that it does not set (TST-051).
    package func packetLimits() throws(OperationError) -> PacketLimits {
        try PacketLimits(self["limits"])
    }

    package func member(_ name: String) throws(OperationError) -> RawJSON {
        guard let value = self[name] else { throw .unsupported("\(name) is missing") }
        return value
    }

    /// Returns the bytes of a required member in Base64.
    package func bytes(_ name: String) throws(OperationError) -> [UInt8] {
        guard let bytes = self[name]?.base64 else { throw .unsupported("\(name) is missing, or is not Base64") }
        return bytes
    }
}
