// SPDX-License-Identifier: Apache-2.0

/// The width and height of a picture in pixels (CHT-023).
///
/// ```swift
/// var content = ChatContent()
/// content.pictureSize = PictureSize(width: 640, height: 480)
/// ```
public struct PictureSize: ContentObject {
    /// The width, or `0` if the peer omitted it.
    public var width: JSONNumber {
        get { storedWidth ?? 0 }
        set { storedWidth = newValue }
    }
    /// Whether ``width`` is present; an absent value is not written.
    public var hasWidth: Bool { storedWidth != nil }
    /// Removes ``width``.
    public mutating func clearWidth() { storedWidth = nil }
    private var storedWidth: JSONNumber?
    /// The height, or `0` if the peer omitted it.
    public var height: JSONNumber {
        get { storedHeight ?? 0 }
        set { storedHeight = newValue }
    }
    /// Whether ``height`` is present; an absent value is not written.
    public var hasHeight: Bool { storedHeight != nil }
    /// Removes ``height``.
    public mutating func clearHeight() { storedHeight = nil }
    private var storedHeight: JSONNumber?
    /// The unknown members, in the order in which they arrived.
    public var unknownMembers = UnknownMembers()

    /// Creates a size.
    public init(width: JSONNumber, height: JSONNumber) {
        storedWidth = width
        storedHeight = height
    }

    /// Creates a size by decoding the object at the position of `reader`.
    public init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        try reader.open(Self.memberTable)
        while let slot = try reader.next() {
            if slot == 0 { storedWidth = try reader.number() } else { storedHeight = try reader.number() }
        }
        unknownMembers = try reader.unknownMembers()
    }

    /// Encodes the object in its canonical form.
    public func encode(to writer: inout ContentEncoder) {
        writer.open(unknownMembers)
        writer.member("width", storedWidth)
        writer.member("height", storedHeight)
        writer.close(unknownMembers)
    }

    /// The table in which the reader looks up members.
    public static let memberTable = MemberTable([
        .init("width", .number, required: true),
        .init("height", .number, required: true),
    ])
}

extension PictureSize {
    /// Creates a size from the text form of the sample application's own type, `{200, 150}`, or returns nil for other
    /// text.
    init?(text: Span<UInt8>, limits: DecodingLimits) {
        var scanner = JSONScanner(text, limits: limits, isStrict: false)
        guard
            PictureSize.consume(.openBrace, &scanner), let width = PictureSize.number(&scanner),
            PictureSize.consume(.comma, &scanner), let height = PictureSize.number(&scanner),
            PictureSize.consume(.closeBrace, &scanner), scanner.position == text.count
        else { return nil }
        self.init(width: width, height: height)
    }

    private static func consume(_ byte: UInt8, _ scanner: inout JSONScanner) -> Bool {
        guard scanner.next == byte else { return false }
        scanner.advance()
        return true
    }

    private static func number(_ scanner: inout JSONScanner) -> JSONNumber? {
        while scanner.next == .space { scanner.advance() }
        guard let token = try? scanner.number() else { return nil }
        while scanner.next == .space { scanner.advance() }
        return JSONNumber(token, in: scanner.text)
    }
}

extension ContentDecoder {
    /// Reads the size of a picture, which may be text (CHT-023), or returns nil if it is null, an empty array or
    /// unreadable.
    @_lifetime(self: copy self)
    mutating func pictureSize() throws(DecodeError) -> PictureSize? {
        guard scanner.nextToken() == .quote else { return try object(PictureSize.self) }
        let start = scanner.position
        let text = scanner.text(of: try scanner.string())
        guard let size = PictureSize(text: text.utf8.span, limits: scanner.limits) else {
            scanner.position = start
            try unreadable()
            return nil
        }
        try deviate(.pictureSizeAsText, .fieldType, at: start)
        return size
    }
}
