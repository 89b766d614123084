// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The WebSocket URL with which a client connects, whose query takes the place of a CONNECT packet (API-060).
///
/// ```swift
/// let url = ConnectionURL(host: "edge.example.com", appKey: "my-key", token: SecretText("t0k3n"))
/// let text = try url.revealed()  // with the token; description hides it
/// ```
public struct ConnectionURL: Hashable, Sendable {
    /// Whether the scheme is `wss`.
    public var isSecure: Bool
    /// The host, with its port if it has one.
    public var host: String
    /// The parameter `appID`: the key of the application.
    public var appKey: String
    /// The parameter `token`: the token that the service issued for the user.
    public var token: SecretText
    /// The parameter `sdkVer`: the version of the SDK.
    public var sdkVersion: String?
    /// The parameter `apiVer`: a random number in version 2 of the web SDK, `normal` or `uniapp` from version 4 on.
    public var apiVersion: String?
    /// All other parameters, such as `pid`, `platform` and `protocolVer`, in order.
    public var others: [FormField] = []

    /// Creates a URL.
    public init(
        host: String, appKey: String, token: SecretText, sdkVersion: String? = nil, apiVersion: String? = nil,
        others: [FormField] = [], isSecure: Bool = true
    ) {
        self.host = host
        self.appKey = appKey
        self.token = token
        self.sdkVersion = sdkVersion
        self.apiVersion = apiVersion
        self.others = others
        self.isSecure = isSecure
    }

    private static let path = "/websocket"

    /// Returns the URL including the token, which must only be passed to a socket (API-062).
    ///
    /// - Throws: `encode.field` if the host, the key or the token is invalid.
    public func revealed() throws(EncodeError) -> String {
        guard ConnectionURL.isHost(host) else { throw EncodeError(.field, path: "/host") }
        if appKey.isEmpty { throw EncodeError(.field, path: "/appId") }
        if token.isEmpty { throw EncodeError(.field, path: "/token") }
        var form = URLEncodedForm([FormField("appId", appKey), FormField("token", token.revealed)])
        if let sdkVersion { form.fields.append(FormField("sdkVer", sdkVersion)) }
        if let apiVersion { form.fields.append(FormField("apiVer", apiVersion)) }
        form.fields += others
        return origin + "?" + String(decoding: form.encoded(), as: UTF8.self)
    }

    /// The scheme, the host and the path.
    private var origin: String { (isSecure ? "wss" : "ws") + "://" + host + ConnectionURL.path }

    private static let rules: [FieldRule] = [
        FieldRule("appId", .text(1...Int.max), 1...1), FieldRule("token", .text(1...Int.max), 1...1),
        FieldRule("sdkVer", .text(0...Int.max)), FieldRule("apiVer", .text(0...Int.max)),
    ]

    /// Creates a URL by parsing its text.
    ///
    /// - Throws: `url.syntax` if the text is not a connection URL, `form.*` and `limit.*` for its query.
    public init(
        parsing text: Span<UInt8>, mode: DecodingMode = .lenient, limits: FormLimits = FormLimits()
    ) throws(DecodeError) {
        let isSecure = text.count > 2 && text[2] == UInt8(ascii: "s")
        let start = try ConnectionURL.skip(isSecure ? "wss://" : "ws://", in: text, at: 0)
        var end = start
        while end < text.count, ConnectionURL.isHostByte(text[end]) { end += 1 }
        if end == start { throw DecodeError(.urlSyntax, offset: start) }
        let query = try ConnectionURL.skip(ConnectionURL.path + "?", in: text, at: end)
        var bytes: [UInt8] = []
        for offset in start..<end { bytes.append(text[offset]) }
        for offset in query..<text.count where text[offset] == UInt8(ascii: "#") {
            throw DecodeError(.urlSyntax, offset: offset)
        }
        do {
            var reader = try FormDecoder(text.extracting(query..<text.count), ConnectionURL.rules, mode, limits)
            appKey = try reader.text("appId") ?? ""
            token = SecretText(try reader.text("token") ?? "")
            sdkVersion = try reader.text("sdkVer")
            apiVersion = try reader.text("apiVer")
            others = reader.rest
        } catch {
            throw DecodeError(error.code, offset: error.offset + query, path: error.path)
        }
        self.isSecure = isSecure
        host = String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether a text is a host with an optional port; user information is rejected, because it can disguise
    /// the host (API-061).
    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isHostByte)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || ":[]-._".utf8.contains(byte)
    }

    /// Returns the offset after a word, or throws `url.syntax` at the first byte that differs from it.
    private static func skip(_ word: String, in text: Span<UInt8>, at start: Int) throws(DecodeError) -> Int {
        var offset = start
        for byte in word.utf8 {
            guard offset < text.count, text[offset] == byte else { throw DecodeError(.urlSyntax, offset: offset) }
            offset += 1
        }
        return offset
    }
}

extension ConnectionURL: CustomStringConvertible, CustomDebugStringConvertible {
    /// The scheme, the host and the path; the query contains the token.
    public var description: String { origin + "?<secret>" }
    /// The scheme, the host and the path.
    public var debugDescription: String { description }
}
