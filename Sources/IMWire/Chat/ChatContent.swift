// SPDX-License-Identifier: Apache-2.0

/// What a chat message says: the members of `content` for all kinds of content that the protocol names (CHT-021).
///
/// Any member may come with any kind; ``ChatContentType`` tells which to expect.
public struct ChatContent: TabledObject {
    /// The text.
    public var text: String?
    /// Width and height of the picture in pixels.
    public var pictureSize: PictureSize?
    /// Where the large picture is; `bigPicAdress` on the wire.
    public var largePictureAddress: String?
    /// Length of a recording in seconds, in decimal.
    public var seconds: String?
    /// Name of the file.
    public var fileName: String?
    /// Its size: bytes in decimal, or a text for people.
    public var fileSize: String?
    /// Its type.
    public var fileType: String?
    /// Where its icon is; `fileIconAdress` on the wire.
    public var fileIconAddress: String?
    /// Length of a film in seconds.
    public var videoDuration: JSONNumber?
    /// Its size: bytes in decimal, or a text for people.
    public var videoSize: String?
    /// The members beyond these, in the order in which they came.
    public var unknownMembers = UnknownMembers()

    /// Creates a content, of nothing or of a text.
    public init(text: String? = nil) {
        self.text = text
    }

    /// Reads the object at which `reader` stands.
    public init(decoding reader: inout ContentReader) throws(DecodeError) {
        try self.init(decoding: &reader, requiresText: false)
    }

    /// Reads the object at which `reader` stands; whether its text is required depends on the kind (CHT-020).
    init(decoding reader: inout ContentReader, requiresText: Bool) throws(DecodeError) {
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

    /// Writes the object in its canonical form.
    public func encode(to writer: inout ContentWriter) {
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
    /// What the reader looks members up in.
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

extension ContentReader {
    /// Reads the content of a known kind; nil where it is null or an empty list (CNT-031, CNT-043).
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
