// SPDX-License-Identifier: Apache-2.0

/// A visitor that receives the fields of a message in order, such as the sizer, the writer and the JSON writer.
///
/// An absent singular field is passed as nil, so that visitors can detect it. The tag is that of a single element,
/// because repeated fields are written unpacked (PRB-012).
public protocol ProtobufVisitor {
    /// Visits a 32-bit integer.
    mutating func int32(_ tag: UInt32, _ name: StaticString, _ value: Int32?)
    /// Visits a 64-bit integer.
    mutating func int64(_ tag: UInt32, _ name: StaticString, _ value: Int64?)
    /// Visits a boolean.
    mutating func bool(_ tag: UInt32, _ name: StaticString, _ value: Bool?)
    /// Visits a string.
    mutating func string(_ tag: UInt32, _ name: StaticString, _ value: String?)
    /// Visits bytes.
    mutating func byteArray(_ tag: UInt32, _ name: StaticString, _ value: [UInt8]?)
    /// Visits a nested message.
    mutating func message<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ value: Message?)

    /// Visits a repeated 32-bit integer.
    mutating func int32s(_ tag: UInt32, _ name: StaticString, _ values: [Int32])
    /// Visits a repeated 64-bit integer.
    mutating func int64s(_ tag: UInt32, _ name: StaticString, _ values: [Int64])
    /// Visits a repeated boolean.
    mutating func bools(_ tag: UInt32, _ name: StaticString, _ values: [Bool])
    /// Visits a repeated string.
    mutating func strings(_ tag: UInt32, _ name: StaticString, _ values: [String])
    /// Visits a repeated `bytes` field.
    mutating func byteArrays(_ tag: UInt32, _ name: StaticString, _ values: [[UInt8]])
    /// Visits a repeated message.
    mutating func messages<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ values: [Message])

    /// Visits the unknown fields, once, after all other fields.
    mutating func unknown(_ fields: ProtobufUnknownFields)
}

extension ProtobufVisitor {
    /// Visits each of several 32-bit integers.
    @inline(__always)
    public mutating func int32s(_ tag: UInt32, _ name: StaticString, _ values: [Int32]) {
        for value in values { int32(tag, name, value) }
    }

    /// Visits each of several 64-bit integers.
    @inline(__always)
    public mutating func int64s(_ tag: UInt32, _ name: StaticString, _ values: [Int64]) {
        for value in values { int64(tag, name, value) }
    }

    /// Visits each of several Booleans.
    @inline(__always)
    public mutating func bools(_ tag: UInt32, _ name: StaticString, _ values: [Bool]) {
        for value in values { bool(tag, name, value) }
    }

    /// Visits each of several strings.
    @inline(__always)
    public mutating func strings(_ tag: UInt32, _ name: StaticString, _ values: [String]) {
        for value in values { string(tag, name, value) }
    }

    /// Visits each of several byte arrays.
    @inline(__always)
    public mutating func byteArrays(_ tag: UInt32, _ name: StaticString, _ values: [[UInt8]]) {
        for value in values { byteArray(tag, name, value) }
    }

    /// Visits a value of an enumeration as its number.
    @inline(__always)
    public mutating func enumeration<Value: ProtobufEnumeration>(_ tag: UInt32, _ name: StaticString, _ value: Value?) {
        int32(tag, name, value?.rawValue)
    }

    /// Visits a repeated enumeration as numbers.
    public mutating func enumerations<Value: ProtobufEnumeration>(
        _ tag: UInt32, _ name: StaticString, _ values: [Value]
    ) {
        int32s(tag, name, values.map(\.rawValue))
    }
}
