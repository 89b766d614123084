// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import NIOHTTP1

/// The rules for which requests of web pages the server answers (LIV-110 to LIV-113).
///
/// A page reaches the loopback address of the machine on which it is shown, so each request states two things: in `Host`
/// the name by which the browser found the server, which a page of a rebound name cannot choose, and in `Origin` the
/// page. Clients that are not browsers send no `Origin`.
struct WebAccess: Sendable {
    /// The names and addresses, besides those of loopback, by which clients reach the server.
    private let hosts: Set<String>
    /// The origins of pages with an SDK; nil for all pages of loopback addresses.
    private let origins: Set<String>?

    /// The paths that SDKs in pages request.
    private static let paths: Set<String> = [
        "/navi.js", "/cometnavi.js", "/ping", "/im_detecting", "/websocket", "/pullmsg.js",
    ]
    /// The paths whose host is fixed in SDKs, so that a hosts file directs it to the server; their answers contain
    /// nothing that the request does not.
    private static let anyHost: Set<String> = ["/navi.js", "/cometnavi.js", "/im_detecting"]

    init(_ settings: LiveSettings) {
        let listening = [settings.rongCloud, settings.rongCloudTLS].compactMap { $0?.host }
        hosts = Set((listening + settings.hosts).map { $0.lowercased() })
        origins = settings.origins.isEmpty ? nil : Set(settings.origins)
    }

    /// Returns the response that refuses a request, or nil if the request may be answered.
    func refusal(of request: WebRequest) -> WebResponse? {
        let path = request.path
        guard WebAccess.anyHost.contains(path) || host(of: request) != nil else {
            return .text(
                "the Host of the request is not a name of this server; imwire serve --host adds one\n",
                .misdirectedRequest)
        }
        guard let page = page(of: request) else { return nil }
        if isOwn(page, request) || WebAccess.paths.contains(path) && admits(page) { return nil }
        return .text(
            "a page of another origin may not request this; imwire serve --origin sets the origins of SDKs\n",
            .forbidden)
    }

    /// Returns the headers that let the page of a request read the response, if it may.
    func headers(for request: WebRequest) -> HTTPHeaders {
        var headers: HTTPHeaders = ["vary": "origin", "x-content-type-options": "nosniff"]
        guard WebAccess.paths.contains(request.path) else {
            // A page of another origin can neither frame the page nor load the state as a script or an image.
            headers.add(name: "cross-origin-resource-policy", value: "same-origin")
            headers.add(name: "cross-origin-opener-policy", value: "same-origin")
            headers.add(name: "x-frame-options", value: "DENY")
            return headers
        }
        guard let origin = request.headers.first(name: "origin"), refusal(of: request) == nil else { return headers }
        headers.add(name: "access-control-allow-origin", value: origin)
        headers.add(name: "access-control-allow-credentials", value: "true")
        if request.method == .OPTIONS {
            headers.add(name: "access-control-allow-methods", value: "GET, POST, OPTIONS")
            let wanted = request.headers[canonicalForm: "access-control-request-headers"]
            if !wanted.isEmpty {
                headers.add(name: "access-control-allow-headers", value: wanted.joined(separator: ", "))
            }
            if request.headers.contains(name: "access-control-request-private-network") {
                headers.add(name: "access-control-allow-private-network", value: "true")
            }
        }
        return headers
    }

    /// Returns the host and port by which the client reached the server, or nil if it is none of the server's.
    ///
    /// The port is not compared, because proxies and forwarded ports change it, and a page cannot choose it freely.
    func host(of request: WebRequest) -> String? {
        guard let text = request.host, let name = WebAccess.name(of: text) else { return nil }
        let isOurs = LiveAddress.isLoopback(name) || hosts.contains(name)
        return isOurs ? text : nil
    }

    /// Returns the host of an authority in lower case, without its port and brackets.
    private static func name(of authority: String) -> String? {
        var name = authority.lowercased()
        if name.hasPrefix("[") {
            guard let end = name.firstIndex(of: "]") else { return nil }
            let rest = name[name.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return String(name[..<end].dropFirst())
        }
        if let colon = name.firstIndex(of: ":") {
            guard isPort(name[colon...]) else { return nil }
            name = String(name[..<colon])
        }
        return name.isEmpty ? nil : name
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && (text.count == 1 || UInt16(text.dropFirst()) != nil)
    }

    /// Returns the origin of the page that makes a request, or nil if no page does.
    ///
    /// Browsers leave out `Origin` when a page loads a script or an image; `Sec-Fetch-Site` then states that a page of
    /// another origin does, and `Referer` which one.
    private func page(of request: WebRequest) -> String? {
        let origins = request.headers["origin"]
        if !origins.isEmpty { return origins.count == 1 ? origins[0].lowercased() : "null" }
        guard ["cross-site", "same-site"].contains(request.headers.first(name: "sec-fetch-site")) else { return nil }
        // A link or a bookmark to the status page shows the page, and lets no other page read it.
        if request.path == "/", request.headers.first(name: "sec-fetch-dest") == "document" { return nil }
        guard let referer = request.headers.first(name: "referer"), let start = referer.firstRange(of: "://") else {
            return "null"
        }
        let rest = referer[start.upperBound...]
        return (referer[..<start.upperBound] + rest.prefix { !"/?#".contains($0) }).lowercased()
    }

    /// Returns whether a page is one of this server.
    private func isOwn(_ page: String, _ request: WebRequest) -> Bool {
        guard let host = host(of: request)?.lowercased() else { return false }
        return page == "http://" + host || page == "https://" + host
    }

    /// Returns whether SDKs in a page may use the server.
    private func admits(_ page: String) -> Bool {
        if let origins { return origins.contains(page) }
        guard let scheme = ["http://", "https://"].first(where: page.hasPrefix) else { return false }
        return WebAccess.name(of: String(page.dropFirst(scheme.count))).map(LiveAddress.isLoopback) ?? false
    }

    /// Returns an origin as browsers write it, or nil if the text is not one.
    static func origin(_ text: String) -> String? {
        let text = text.lowercased()
        if text == "null" { return text }
        guard let start = text.firstRange(of: "://"), start.lowerBound > text.startIndex else { return nil }
        var authority = text[start.upperBound...]
        if authority.last == "/" { authority = authority.dropLast() }
        let isPlain = authority.utf8.allSatisfy { $0.isPrintableASCII && !" /?#@,*\"".utf8.contains($0) }
        guard isPlain, name(of: String(authority)) != nil else { return nil }
        // Browsers leave out the usual port.
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
        where text.hasPrefix(scheme) && authority.hasSuffix(port) {
            authority = authority.dropLast(port.count)
        }
        return String(text[..<start.upperBound]) + String(authority)
    }
}

#endif
