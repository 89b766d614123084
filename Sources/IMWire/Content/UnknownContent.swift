// SPDX-License-Identifier: Apache-2.0

/// The content of a message whose type is not registered: bytes, JSON or not, to be forwarded unchanged (CNT-005).
///
/// ```swift
/// let content = UnknownContent(objectName: "app:PollMsg", bytes: Array(#"{"id":1}"#.utf8))
/// let written = AnyContent.unknown(content).encoded()  // the same bytes
/// ```
public struct UnknownContent: Hashable, Sendable {
    /// The name of the type as it arrived.
    public var objectName: ObjectName
    /// The bytes of the content.
    public var bytes: [UInt8]

    /// Creates content of an unknown type from its bytes.
    public init(objectName: ObjectName, bytes: [UInt8]) {
        self.objectName = objectName
        self.bytes = bytes
    }

    /// The text that a client shows instead, "this version cannot show this message" (seed 001, CNT-006).
    public var digest: String { UnknownContent.sentence }

    /// The sentence shown in place of a message that a client cannot show.
    static let sentence = "当前版本暂不支持查看此消息"
}

/// The content of a message whose type is registered without a description of its members: unchanged bytes (CNT-007).
///
/// The type is a built-in type with unpublished members, or a custom type whose schema says `x-opaque`.
///
/// ```swift
/// let content = OpaqueContent(objectName: "RC:VSTMsg", bytes: Array(#"{"duration":3}"#.utf8))
/// let written = AnyContent.opaque(content).encoded()   // the same bytes
/// ```
public struct OpaqueContent: Hashable, Sendable {
    /// The name of the type.
    public var objectName: ObjectName
    /// The bytes of the content.
    public var bytes: [UInt8]

    /// Creates content of an opaque type from its bytes.
    public init(objectName: ObjectName, bytes: [UInt8]) {
        self.objectName = objectName
        self.bytes = bytes
    }

    /// The text that a client shows instead; only `RC:UnknownMsg` has such a text (CNT-110).
    public var digest: String? { objectName == "RC:UnknownMsg" ? UnknownContent.sentence : nil }
}
