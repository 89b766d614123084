// SPDX-License-Identifier: Apache-2.0

/// The content of a chat message: the members of `content` for all kinds that the protocol names (CHT-021).
///
/// Any member may occur with any kind; ``ChatContentType`` determines which to expect.
///
/// ```swift
/// var content = ChatContent()
/// content.fileName = "plan.pdf"
/// content.fileSize = "20480"
/// ```
public struct ChatContent: ContentObject {
    /// The text.
    public var text: String?
    /// The width and height of the picture in pixels.
    public var pictureSize: PictureSize?
    /// The address of the large picture; `bigPicAdress` on the wire.
    public var largePictureAddress: String?
    /// The length of a recording in seconds, in decimal.
    public var seconds: String?
    /// The name of the file.
    public var fileName: String?
    /// The size of the file: bytes in decimal, or human-readable text.
    public var fileSize: String?
    /// The type of the file.
    public var fileType: String?
    /// The address of the file's icon; `fileIconAdress` on the wire.
    public var fileIconAddress: String?
    /// The length of a video in seconds.
    public var videoDuration: JSONNumber?
    /// The size of the video: bytes in decimal, or human-readable text.
    public var videoSize: String?
    /// The unknown members, in the order in which they arrived.
    public var unknownMembers = UnknownMembers()

    /// Creates content that is empty or consists of a text.
    public init(text: String? = nil) {
        self.text = text
    }

    /// Creates content by decoding the object at the position of `reader`.
    public init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        try self.init(decoding: &reader, requiresText: false)
    }

    /// Creates content by decoding the object at the position of `reader`; the kind determines whether text is required
    /// (CHT-020).
    init(decoding reader: inout ContentDecoder, requiresText: Bool) throws(DecodeError) {
        self.init()
        try decodeMembers(&reader, requiresText: requiresText)
    }

    private mutating func decodeMembers(_ reader: inout ContentDecoder, requiresText: Bool) throws(DecodeError) {
        try reader.open(Self.memberTable)
        if requiresText { reader.frame.required = 1 }
        while let slot = try reader.next() {
            switch slot {
            case 0: text = try reader.string()
            case 1: pictureSize = try reader.pictureSize()
            case 2: largePictureAddress = try reader.string()
            case 3: seconds = try reader.string()
            case 4: fileName = try reader.string()
            case 5: fileSize = try reader.string()
            case 6: fileType = try reader.string()
            case 7: fileIconAddress = try reader.string()
            case 8: videoDuration = try reader.number()
            default: videoSize = try reader.string()
            }
        }
        unknownMembers = try reader.unknownMembers()
    }

    /// Encodes the object in its canonical form.
    public func encode(to writer: inout ContentEncoder) {
        writer.open(unknownMembers)
        writer.member("text", text)
        writer.member("picSize", pictureSize)
        writer.member("bigPicAdress", largePictureAddress)
        writer.member("seconds", seconds)
        writer.member("fileName", fileName)
        writer.member("fileSize", fileSize)
        writer.member("fileType", fileType)
        writer.member("fileIconAdress", fileIconAddress)
        writer.member("videoDuration", videoDuration)
        writer.member("videoSize", videoSize)
        writer.close(unknownMembers)
    }
}

extension ChatContent {
    /// The table in which the reader looks up members.
    public static let memberTable = MemberTable(
        [
            .init("text", .string),
            .init("picSize", .object(PictureSize.memberTable)),
            .init("bigPicAdress", .string),
            .init("seconds", .string),
            .init("fileName", .string),
            .init("fileSize", .string),
            .init("fileType", .string),
            .init("fileIconAdress", .string),
            .init("videoDuration", .number),
            .init("videoSize", .string),
        ],
        aliases: [
            .init("bigPicAddress", slot: 2, deviation: Deviation.ID.correctedSpelling),
            .init("fileIconAddress", slot: 7, deviation: Deviation.ID.correctedSpelling),
        ]
    )
}

extension ContentDecoder {
    /// Decodes the content of a known kind, or returns nil if the value is null, an empty array or unreadable (CNT-031,
    /// CNT-043).
    @_lifetime(self: copy self)
    mutating func chatContent(requiresText: Bool) throws(DecodeError) -> ChatContent? {
        guard try beginObject(emptyDeviation: 0) else { return nil }
        let outer = enter()
        let known = deviations.count
        do {
            let content = try ChatContent(decoding: &self, requiresText: requiresText)
            leave(outer, known)
            return content
        } catch {
            let located = error.within(stepName)
            leave(outer, known)
            throw located
        }
    }
}
