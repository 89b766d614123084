// SPDX-License-Identifier: Apache-2.0

/// A JSON object on the wire: the content of a message, or an object nested in it.
public protocol ContentObject: Sendable, Hashable {
    /// Creates an object by decoding the one at the position of `reader`.
    init(decoding reader: inout ContentDecoder) throws(DecodeError)

    /// Writes the object in its canonical form, which is possible for every value.
    func encode(to writer: inout ContentEncoder)

    /// The members that the type does not name, which are kept and written again.
    ///
    /// A type that does not keep them conforms to ``DiscardsUnknownMembers``.
    var unknownMembers: UnknownMembers { get set }

    /// The members of the type; only generated types list them, and all other types request members by name.
    static var memberTable: MemberTable { get }
}

extension ContentObject {
    /// A table without members.
    public static var memberTable: MemberTable { .open }
}

/// An object that does not keep the members that it does not name.
///
/// Once such an object is decoded, the members that newer versions, other platforms and other applications have added
/// are lost, and so are the bytes of known members that could not be read: encoding the object writes neither. Conform
/// to this protocol only for objects that are never forwarded or stored.
public protocol DiscardsUnknownMembers: ContentObject {}

extension DiscardsUnknownMembers {
    /// No members; a value that is set is discarded.
    public var unknownMembers: UnknownMembers {
        get { UnknownMembers() }
        set {}
    }
}

/// The content of a built-in type.
///
/// A separate protocol gives each of these types a specialized decoding function.
protocol BuiltInContent: MessageContent {
    /// Decodes content for a caller that learns the type from its name at run time.
    static func decodeAny(
        _ json: Span<UInt8>, _ mode: DecodingMode, _ limits: DecodingLimits
    ) throws(DecodeError) -> Decoded<AnyContent>
}

/// The content of a message of a built-in or custom type (CNT-120).
///
/// As in the vendor's SDKs, a custom type needs its name, a decoder and an encoder; it also keeps unknown members, or
/// conforms to ``DiscardsUnknownMembers``.
/// ```swift
/// struct GiftMessage: MessageContent {
///     static let objectName: ObjectName = "app:GiftMsg"
///     var giftId = ""
///     var unknownMembers = UnknownMembers()
///
///     init(decoding reader: inout ContentDecoder) throws(DecodeError) {
///         giftId = try reader.string("giftId") ?? ""
///         unknownMembers = try reader.unknownMembers()
///     }
///     func encode(to writer: inout ContentEncoder) {
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

    /// The text that a conversation list shows for the message, or nil if there is nothing to show (CNT-110).
    var digest: String? { get }
}

extension MessageContent {
    /// The default flags, persisted and counted, which the vendor's SDKs assume for a custom type (CNT-104).
    public static var persistence: Persistence? { .counted }

    /// The default digest, nil.
    public var digest: String? { nil }
}
