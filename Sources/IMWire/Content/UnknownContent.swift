// SPDX-License-Identifier: Apache-2.0

/// A message of a type that is not registered: its bytes, JSON or not, to be passed on as they are (CNT-005).
public struct UnknownContent: Hashable, Sendable {
    /// The type's name as it arrived.
    public var objectName: ObjectName
    /// The content's bytes.
    public var bytes: [UInt8]

    /// Keeps bytes of an unknown type.
    public init(objectName: ObjectName, bytes: [UInt8]) {
        self.objectName = objectName
        self.bytes = bytes
    }

    /// What a client shows instead: "this version cannot show this message" (seed 001, CNT-006).
    public var digest: String { UnknownContent.sentence }

    /// The sentence that stands for a message that a client cannot show.
    static let sentence = "当前版本暂不支持查看此消息"
}

/// A message of a built-in type whose members nobody has published: its bytes as they are (CNT-007).
public struct OpaqueContent: Hashable, Sendable {
    /// The type's name.
    public var objectName: ObjectName
    /// The content's bytes.
    public var bytes: [UInt8]

    /// Keeps bytes of an opaque type.
    public init(objectName: ObjectName, bytes: [UInt8]) {
        self.objectName = objectName
        self.bytes = bytes
    }

    /// What a client shows instead; only `RC:UnknownMsg` has such a text (CNT-110).
    public var digest: String? { objectName == "RC:UnknownMsg" ? UnknownContent.sentence : nil }
}
