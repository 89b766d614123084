// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireServerAPI
import LiveService
import NIOCore
import NIOHTTP1

/// A client of the server API, which makes signed requests for what the application decides (LIV-072).
struct LiveAPI: Sendable {
    private let tokens: ServedTokens
    private let client: WebClient

    init(_ server: LiveTarget, _ tokens: ServedTokens, _ tls: ClientTLS?, on loop: any EventLoop) {
        self.tokens = tokens
        client = WebClient(address: server.address, tls: server.isSecure ? tls : nil, loop: loop)
    }

    /// Sends a request and returns the code of the response: 200 if the request was performed.
    ///
    /// - Throws: ``LiveSkip`` if the request cannot be encoded, or if nothing at the address responds like a server
    ///   API.
    func post(_ request: some FormRequest) async throws -> Int {
        let body: [UInt8]
        do throws(EncodeError) {
            body = try request.encoded()
        } catch {
            throw LiveSkip("a request to the server API cannot be written: \(error.code.rawValue)")
        }
        let signed = try RequestHeaders(
            appKey: tokens.appKey, secret: tokens.secret, nonce: String(UInt32.random(in: .min ... .max)),
            timestamp: String(WallClock.now))
        var headers: HTTPHeaders = ["content-type": "application/x-www-form-urlencoded"]
        for (name, value) in signed.fields() { headers.add(name: name, value: value) }
        let answer: WebClient.Answer
        do {
            answer = try await client.post(body, to: request.path, headers).get()
        } catch {
            let address = client.address
            throw LiveSkip(
                "the server API at \(address.host):\(address.port) does not answer: \(SystemError.words(error))")
        }
        guard let code = RawJSON(line: answer.body)?["code"]?.number?.int64, answer.status != .unauthorized,
            answer.status != .notFound
        else { throw LiveSkip("the server API answers \(request.path) with \(answer.status.code)") }
        return Int(code)
    }
}

#endif
