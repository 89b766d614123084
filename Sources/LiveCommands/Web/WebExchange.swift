// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import NIOCore
import NIOHTTP1

/// A complete HTTP request.
struct WebRequest {
    var method: HTTPMethod
    /// The path and query as received.
    var target: String
    var headers: HTTPHeaders
    var body: [UInt8]
    /// The server's address on the connection, such as `127.0.0.1:8080`.
    var local = ""

    /// The path, without the query.
    var path: String { String(target.prefix { $0 != "?" }) }

    /// The parameters of the query; empty if the query cannot be decoded.
    var query: URLEncodedForm {
        guard let mark = target.firstIndex(of: "?") else { return URLEncodedForm() }
        let bytes = Array(target[target.index(after: mark)...].utf8)
        return (try? URLEncodedForm(decoding: bytes.span)) ?? URLEncodedForm()
    }

    /// The host of the request, or nil if there is not exactly one or it cannot safely be repeated in a response.
    var host: String? {
        let hosts = headers["host"]
        guard hosts.count == 1, let host = hosts.first, (1...255).contains(host.utf8.count) else { return nil }
        return host.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-.:[]".utf8.contains($0) } ? host : nil
    }
}

extension URLEncodedForm {
    /// Returns the value of a parameter that occurs once; readers disagree about which of two values counts (API-016).
    func single(_ name: String) -> String? {
        let values = fields.filter { $0.name == name }.map(\.value)
        return values.count == 1 ? values.first : nil
    }
}

/// An HTTP response.
struct WebResponse {
    var status = HTTPResponseStatus.ok
    var type = "application/json; charset=utf-8"
    var body: [UInt8] = []
    var headers = HTTPHeaders()

    static func json(_ text: String, _ status: HTTPResponseStatus = .ok) -> WebResponse {
        WebResponse(status: status, body: Array(text.utf8))
    }

    /// The answer to a request whose session does not exist; release 2.x compares the text (RMTP-322).
    static var lostParams: WebResponse { .text("lost params", .badRequest) }

    /// The answer to a request with a method that its path does not have (RFC 9110, section 15.5.6).
    static func notAllowed(_ methods: [HTTPMethod]) -> WebResponse {
        var response = WebResponse.text("method not allowed\n", .methodNotAllowed)
        response.headers.add(name: "allow", value: methods.map(\.rawValue).joined(separator: ", "))
        return response
    }

    static func text(_ text: String, _ status: HTTPResponseStatus = .ok) -> WebResponse {
        WebResponse(status: status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    }
}

/// A request that waits for its response; only the first response is sent, and none if the client has gone.
final class WebExchange {
    let request: WebRequest
    /// The headers of the response that depend on the request.
    var headers = HTTPHeaders()
    private var respond: ((WebResponse) -> Void)?
    /// A closure that is called when the client has gone before it was answered.
    var onAbandon: () -> Void = {}

    init(_ request: WebRequest, respond: @escaping (WebResponse) -> Void) {
        self.request = request
        self.respond = respond
    }

    /// Whether the client still waits for a response.
    var isOpen: Bool { respond != nil }

    func answer(_ response: WebResponse) {
        let respond = respond
        self.respond = nil
        var response = response
        response.headers.add(contentsOf: headers)
        respond?(response)
    }

    /// Records that the client has gone.
    func abandon() {
        guard respond != nil else { return }
        respond = nil
        onAbandon()
    }
}

#endif
