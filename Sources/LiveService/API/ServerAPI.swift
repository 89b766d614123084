// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireServerAPI

/// A request to the server API, without its transport.
package struct APICall {
    /// The path, without the query.
    package var path: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(path: String, headers: [(name: String, value: String)], body: [UInt8]) {
        self.path = path
        self.headers = headers
        self.body = body
    }
}

/// An answer of the server API: an HTTP status and a JSON body.
package struct APIAnswer {
    package var status = 200
    package var body: [UInt8] = []
}

/// The server API, which answers the signed requests of an application's server.
package final class ServerAPI {
    let service: RongCloudService
    var rooms: RoomService { service.rooms }

    package init(_ service: RongCloudService) {
        self.service = service
    }

    package func answer(_ call: APICall) -> APIAnswer {
        let tokens = service.settings.tokens
        guard let headers = try? RequestHeaders(reading: call.headers), headers.appKey == tokens.appKey,
            headers.isSigned(with: tokens.secret)
        else {
            service.host.log("a request to \(call.path) is not signed as it should be", nil)
            return ServerAPI.code(1_004, "the signature is wrong", 401)
        }
        do throws(DecodeError) {
            return try answer(call.path, call.body)
        } catch {
            return ServerAPI.code(1_002, "\(error)", 400)
        }
    }

    private func answer(_ path: String, _ body: [UInt8]) throws(DecodeError) -> APIAnswer {
        guard let endpoint = ServerAPI.endpoint(at: path) else { return ServerAPI.code(404, "not found", 404) }
        let request = try ServiceRequest(endpoint, decoding: body.span)
        let reply =
            answerUsers(request) ?? answerGroups(request) ?? answerMessages(request) ?? answerRooms(request)
            ?? answerSettings(request) ?? answerList(request)
        guard let reply else { return ServerAPI.code(404, "not served", 404) }
        return APIAnswer(body: reply.encoded())
    }

    /// Returns the service with a path, whose first slash may be repeated (API-088).
    package static func endpoint(at path: String) -> ServiceEndpoint? {
        ServiceEndpoint(rawValue: "/" + path.drop { $0 == "/" })
    }

    static func code(_ code: Int, _ message: String? = nil, _ status: Int = 200) -> APIAnswer {
        APIAnswer(status: status, body: ServiceAnswer(code: code, message: message).encoded())
    }
}
