// SPDX-License-Identifier: Apache-2.0

/// A JSON object on the wire: a message's content, or an object inside one.
public protocol ContentObject: Sendable, Hashable {
    /// Reads the object at which `reader` stands.
    init(decoding reader: inout ContentReader) throws(DecodeError)

    /// Writes the object in its canonical form; a value that exists can always be written.
    func encode(to writer: inout ContentWriter)
}

/// An object whose members stand in a table, as those of all generated types do; others ask for members by name.
public protocol TabledObject: ContentObject {
    /// What the reader looks members up in.
    static var memberTable: MemberTable { get }
}

/// A content that is built in.
///
/// A protocol of its own, so that each of these types has a way to be decoded that is made for it.
protocol BuiltInContent: MessageContent, TabledObject {
    /// Reads a content for whoever learns its type only from the name.
    static func decodeAny(
        _ json: Span<UInt8>, _ mode: DecodingMode, _ limits: DecodingLimits
    ) throws(DecodeError) -> Decoded<AnyContent>
}

/// The content of a message type, built in or of your own (CNT-120).
///
/// As in the vendor's SDKs, a type of your own needs three members: its name, how it is read, and how it is written.
/// ```swift
/// struct GiftMessage: MessageContent {
///     static let objectName: ObjectName = "app:GiftMsg"
///     var giftId = ""
///     var unknownMembers = UnknownMembers()
///
///     init(decoding reader: inout ContentReader) throws(DecodeError) {
///         giftId = try reader.string("giftId") ?? ""
///         unknownMembers = try reader.unknownMembers()
///     }
///     func encode(to writer: inout ContentWriter) {
///         writer.open(unknownMembers)
///         writer.member("giftId", giftId)
///         writer.close(unknownMembers)
///     }
/// }
/// ```
public protocol MessageContent: ContentObject {
    /// The type's identifier, the same on every platform.
    static var objectName: ObjectName { get }

    /// How the message is kept; nil where nobody has published it. Persisted and counted unless a type says otherwise.
    static var persistence: Persistence? { get }

    /// The members that the schema does not name, kept to be written again.
    var unknownMembers: UnknownMembers { get set }

    /// What a conversation list shows for the message; nil where there is nothing to show (CNT-110).
    var digest: String? { get }
}

extension MessageContent {
    /// Persisted and counted: what the vendor's SDKs take for a custom type (CNT-104).
    public static var persistence: Persistence? { .counted }

    /// Nothing to show.
    public var digest: String? { nil }

    /// No unknown members: the type keeps none.
    public var unknownMembers: UnknownMembers {
        get { UnknownMembers() }
        set {}
    }
}
