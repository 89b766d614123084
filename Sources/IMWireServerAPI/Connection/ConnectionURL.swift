// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The WebSocket URL with which a client connects, whose query takes the place of a CONNECT packet (API-060).
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
        if text.count > limits.formBytes { throw DecodeError(.limitSize, offset: 0) }
        let isSecure = ConnectionURL.starts(text, with: "wss://", at: 0)
        guard isSecure || ConnectionURL.starts(text, with: "ws://", at: 0) else {
            throw DecodeError(.urlSyntax, offset: 0)
        }
        let start = isSecure ? 6 : 5
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "/"), text[end] != UInt8(ascii: "?"),
            text[end] != UInt8(ascii: "#")
        { end += 1 }
        var bytes: [UInt8] = []
        for offset in start..<end { bytes.append(text[offset]) }
        let host = String(decoding: bytes, as: UTF8.self)
        guard ConnectionURL.isHost(host) else { throw DecodeError(.urlSyntax, offset: start) }
        guard ConnectionURL.starts(text, with: ConnectionURL.path + "?", at: end) else {
            throw DecodeError(.urlSyntax, offset: end)
        }
        let query = end + ConnectionURL.path.utf8.count + 1
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
        self.host = host
    }

    /// Returns whether a text is a host with an optional port; user information is rejected, because it can disguise
    /// the host (API-061).
    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || ":[]-._".utf8.contains($0) }
    }

    private static func starts(_ text: Span<UInt8>, with word: String, at offset: Int) -> Bool {
        var offset = offset
        for byte in word.utf8 {
            guard offset < text.count, text[offset] == byte else { return false }
            offset += 1
        }
        return true
    }
}

extension ConnectionURL: CustomStringConvertible, CustomDebugStringConvertible {
    /// The scheme, the host and the path; the query contains the token.
    public var description: String { origin + "?<secret>" }
    /// The scheme, the host and the path.
    public var debugDescription: String { description }
}
