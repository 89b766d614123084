// SPDX-License-Identifier: Apache-2.0

/// Width and height of a picture in pixels (CHT-023).
public struct PictureSize: TabledObject {
    /// Its width; `0` only where a peer left it out.
    public var width: JSONNumber {
        get { storedWidth ?? 0 }
        set { storedWidth = newValue }
    }
    /// Whether there is ``width``; what is absent is not written.
    public var hasWidth: Bool { storedWidth != nil }
    /// Takes ``width`` away.
    public mutating func clearWidth() { storedWidth = nil }
    private var storedWidth: JSONNumber?
    /// Its height; `0` only where a peer left it out.
    public var height: JSONNumber {
        get { storedHeight ?? 0 }
        set { storedHeight = newValue }
    }
    /// Whether there is ``height``; what is absent is not written.
    public var hasHeight: Bool { storedHeight != nil }
    /// Takes ``height`` away.
    public mutating func clearHeight() { storedHeight = nil }
    private var storedHeight: JSONNumber?
    /// The members beyond these, in the order in which they came.
    public var unknownMembers = UnknownMembers()

    /// Creates a size.
    public init(width: JSONNumber, height: JSONNumber) {
        storedWidth = width
        storedHeight = height
    }

    /// Reads the object at which `reader` stands.
    public init(decoding reader: inout ContentReader) throws(DecodeError) {
        try reader.open(Self.memberTable)
        while let slot = try reader.next() {
            if slot == 0 { storedWidth = try reader.number() } else { storedHeight = try reader.number() }
        }
        unknownMembers = try reader.unknownMembers()
    }

    /// Writes the object in its canonical form.
    public func encode(to writer: inout ContentWriter) {
        writer.open(unknownMembers)
        writer.member("width", storedWidth)
        writer.member("height", storedHeight)
        writer.close(unknownMembers)
    }

    /// What the reader looks members up in.
    public static let memberTable = MemberTable([
        .init("width", .number, required: true),
        .init("height", .number, required: true),
    ])
}

extension PictureSize {
    /// Reads a size as the sample application's own type looks when it is turned into text: `{200, 150}`.
    init?(text: Span<UInt8>, limits: DecodingLimits) {
        var scanner = JSONScanner(text, limits: limits, isStrict: false)
        guard
            PictureSize.take(0x7b, &scanner), let width = PictureSize.number(&scanner),
            PictureSize.take(0x2c, &scanner), let height = PictureSize.number(&scanner),
            PictureSize.take(0x7d, &scanner), scanner.position == text.count
        else { return nil }
        self.init(width: width, height: height)
    }

    private static func take(_ byte: UInt8, _ scanner: inout JSONScanner) -> Bool {
        guard scanner.next == byte else { return false }
        scanner.advance()
        return true
    }

    private static func number(_ scanner: inout JSONScanner) -> JSONNumber? {
        while scanner.next == 0x20 { scanner.advance() }
        guard let token = try? scanner.number() else { return nil }
        while scanner.next == 0x20 { scanner.advance() }
        return JSONNumber(token, in: scanner.text)
    }
}

extension ContentReader {
    /// Reads a picture's size, also as text (CHT-023); nil where the member is null, an empty list or
    /// unreadable.
    @_lifetime(self: copy self)
    mutating func pictureSize() throws(DecodeError) -> PictureSize? {
        guard scanner.nextToken() == 0x22 else { return try object(PictureSize.self) }
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
