// SPDX-License-Identifier: Apache-2.0

/// A JSON object on the wire: the content of a message, or an object nested in it.
public protocol ContentObject: Sendable, Hashable {
    /// Creates an object by decoding the one at the position of `reader`.
    init(decoding reader: inout ContentDecoder) throws(DecodeError)

    /// Writes the object in its canonical form, which is possible for every value.
    func encode(to writer: inout ContentEncoder)
}

/// An object whose members are listed in a table, as for all generated types; other types request members by name.
public protocol TabledObject: ContentObject {
    /// The table in which the reader looks up members.
    static var memberTable: MemberTable { get }
}

/// The content of a built-in type.
///
/// A separate protocol gives each of these types a specialized decoding function.
protocol BuiltInContent: MessageContent, TabledObject {
    /// Decodes content for a caller that learns the type from its name at run time.
    static func decodeAny(
        _ json: Span<UInt8>, _ mode: DecodingMode, _ limits: DecodingLimits
    ) throws(DecodeError) -> Decoded<AnyContent>
}

/// The content of a message of a built-in or custom type (CNT-120).
///
/// As in the vendor's SDKs, a custom type needs three members: its name, a decoder and an encoder.
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
    /// The identifier of the type, which is the same on every platform.
    static var objectName: ObjectName { get }

    /// The persistence flags of the type, or nil if they are unpublished.
    ///
    /// The default is persisted and counted.
    static var persistence: Persistence? { get }

    /// The members that the schema does not name, which are kept and written again.
    var unknownMembers: UnknownMembers { get set }

    /// The text that a conversation list shows for the message, or nil if there is nothing to show (CNT-110).
    var digest: String? { get }
}

extension MessageContent {
    /// The default flags, persisted and counted, which the vendor's SDKs assume for a custom type (CNT-104).
    public static var persistence: Persistence? { .counted }

    /// The default digest, nil.
    public var digest: String? { nil }

    /// The default unknown members, which are always empty because the type keeps none.
    public var unknownMembers: UnknownMembers {
        get { UnknownMembers() }
        set {}
    }
}
