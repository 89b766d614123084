// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireServerAPI

/// The server API, which answers the signed requests of an application's server.
package final class ServerAPI {
    private let service: RongCloudService

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
        // API-088: several slashes at the beginning count as one.
        let path = "/" + path.drop { $0 == "/" }
        guard let endpoint = ServiceEndpoint(rawValue: path) else { return ServerAPI.code(404, "not found", 404) }
        let request = try ServiceRequest(endpoint, decoding: body.span)
        let reply =
            UserAPI(service).answer(request) ?? GroupAPI(service).answer(request)
            ?? MessageAPI(service).answer(request) ?? ChatroomAPI(service).answer(request)
            ?? SettingsAPI(service).answer(request)
        guard let reply else { return ServerAPI.code(404, "not served", 404) }
        return APIAnswer(body: reply.encoded())
    }

    static func code(_ code: Int, _ message: String? = nil, _ status: Int = 200) -> APIAnswer {
        APIAnswer(status: status, body: ServiceAnswer(code: code, message: message).encoded())
    }
}
