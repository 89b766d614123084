// SPDX-License-Identifier: Apache-2.0

/// What is shown the fields of a message one after the other: the writer, its measure, JSON.
///
/// A singular field that is absent is shown as nil, so that whoever looks for absent ones sees it. The tag is that of an
/// element on its own: repeated fields are written unpacked (PRB-012).
public protocol ProtobufVisitor {
    /// Sees a number.
    mutating func int32(_ tag: UInt32, _ name: StaticString, _ value: Int32?)
    /// Sees a number.
    mutating func int64(_ tag: UInt32, _ name: StaticString, _ value: Int64?)
    /// Sees a boolean.
    mutating func bool(_ tag: UInt32, _ name: StaticString, _ value: Bool?)
    /// Sees text.
    mutating func string(_ tag: UInt32, _ name: StaticString, _ value: String?)
    /// Sees bytes.
    mutating func byteArray(_ tag: UInt32, _ name: StaticString, _ value: [UInt8]?)
    /// Sees a message.
    mutating func message<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ value: Message?)

    /// Sees a repeated field.
    mutating func int32s(_ tag: UInt32, _ name: StaticString, _ values: [Int32])
    /// Sees a repeated field.
    mutating func int64s(_ tag: UInt32, _ name: StaticString, _ values: [Int64])
    /// Sees a repeated field.
    mutating func bools(_ tag: UInt32, _ name: StaticString, _ values: [Bool])
    /// Sees a repeated field.
    mutating func strings(_ tag: UInt32, _ name: StaticString, _ values: [String])
    /// Sees a repeated field.
    mutating func byteArrays(_ tag: UInt32, _ name: StaticString, _ values: [[UInt8]])
    /// Sees a repeated field.
    mutating func messages<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ values: [Message])

    /// Sees the unknown fields, once, behind all others.
    mutating func unknown(_ fields: ProtobufUnknownFields)
}

extension ProtobufVisitor {
    /// Sees a value of an enumeration, as its number.
    @inline(__always)
    public mutating func enumeration<Value: ProtobufEnumeration>(_ tag: UInt32, _ name: StaticString, _ value: Value?) {
        int32(tag, name, value?.rawValue)
    }

    /// Sees a repeated field.
    public mutating func enumerations<Value: ProtobufEnumeration>(
        _ tag: UInt32, _ name: StaticString, _ values: [Value]
    ) {
        int32s(tag, name, values.map(\.rawValue))
    }
}
