// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireNIO
import IMWireServerAPI
import LiveService
import Platform

/// The URL of a peer, such as `tcp://HOST:PORT` or `wss://HOST:PORT/path?query`.
package struct LiveTarget: Hashable, Sendable {
    /// The kind of the connections.
    enum Scheme: String, Sendable {
        case tcp, tls, ws, wss, http, https
    }

    let scheme: Scheme
    var address: LiveAddress
    /// The path and query of a WebSocket, in which `{user}`, `{token}` and `{appKey}` are placeholders.
    let target: String

    /// Reads the URL of a peer.
    package init(_ text: String) throws(CommandFailure) {
        try self.init(text, [.tcp, .tls, .ws, .wss], expected: "tcp, tls, ws or wss://HOST:PORT")
    }

    /// Reads the URL of a server API.
    init(api text: String) throws(CommandFailure) {
        try self.init(text, [.http, .https], expected: "http://HOST:PORT or https://HOST:PORT")
    }

    private init(_ text: String, _ schemes: Set<Scheme>, expected: String) throws(CommandFailure) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let scheme = Scheme(rawValue: parts[0]), schemes.contains(scheme),
            parts[1].hasPrefix("//")
        else {
            throw .usage("\(text): expected \(expected)")
        }
        let rest = parts[1].dropFirst(2)
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        guard let address = LiveAddress(String(host)) else { throw .usage("\(text): expected HOST:PORT after ://") }
        let target = String(rest.dropFirst(host.count))
        if !target.isEmpty, scheme != .ws, scheme != .wss {
            throw .usage("\(text): only a WebSocket has a path")
        }
        self.scheme = scheme
        self.address = address
        self.target = target
    }

    var isWebSocket: Bool { scheme == .ws || scheme == .wss }
    var isSecure: Bool { scheme == .tls || scheme == .wss || scheme == .https }
    var transport: WireEvent.Transport { isWebSocket ? .websocket : isSecure ? .tls : .tcp }
    /// The URL without path and query, which may contain a token.
    var text: String { "\(scheme.rawValue)://\(address.host):\(address.port)" }
}

/// The app whose users connect to a RongCloud server.
package struct LiveIdentity: Sendable {
    let tokens: ServedTokens

    package init(appKey: String, secret: Secret) {
        tokens = ServedTokens(appKey: appKey, secret: secret, acceptsAny: false)
    }

    /// Returns the path and query for a user; `isWrong` selects an app that the server does not know.
    func target(_ target: LiveTarget, user: String, isWrong: Bool) -> String {
        let token = LiveIdentity.escaped(tokens.token(for: user).revealed)
        let key = LiveIdentity.escaped(tokens.appKey + (isWrong ? "-wrong" : ""))
        guard target.target.count > 1 else {
            return "/websocket?appId=\(key)&token=\(token)&sdkVer=4.4.9&apiVer=normal&deviceId=conform"
        }
        return target.target.replacing("{user}", with: LiveIdentity.escaped(user)).replacing("{token}", with: token)
            .replacing("{appKey}", with: key)
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80,
                scalar.properties.isAlphabetic || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || "-._~".contains(Character(scalar))
            {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}

/// The options that select the framing of socket chat.
enum LiveFraming {
    static func read(_ framing: String, _ delimiter: String, _ encoding: String) throws(CommandFailure) -> ChatFraming {
        guard let delimiter = ChatLineDelimiter(rawValue: delimiter),
            let encoding = ChatLineEncoding(rawValue: encoding),
            ["packet", "line"].contains(framing)
        else {
            throw .usage("--framing is packet or line, --delimiter lf, crlf, cr or nul, --encoding base64 or json")
        }
        return framing == "packet" ? .packets : .lines(delimiter, encoding)
    }

    /// Returns the options for a framing that differs from the default one, each preceded by a space.
    static func options(_ framing: String, _ delimiter: String, _ encoding: String) -> String {
        (framing == "line" ? "" : " --framing \(framing)") + (delimiter == "lf" ? "" : " --delimiter \(delimiter)")
            + (encoding == "base64" ? "" : " --encoding \(encoding)")
    }
}

#endif
