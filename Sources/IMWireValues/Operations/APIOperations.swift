// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI

/// The operations on the requests and answers of the server API.
enum APIOperations {
    /// Decodes the body of a request (TST-180).
    static func decodeForm(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let (endpoint, bytes) = (try endpoint(request), try request.bytes("bytes"))
        let form = try OperationError.reading(ServiceRequest(endpoint, decoding: bytes.span, mode: request.mode))
        return .object(["value": JSONLine.onOneLine(form.json)])
    }

    /// Encodes the body of a request (TST-180).
    static func encodeForm(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let endpoint = try endpoint(request)
        guard let value = request["value"], value.kind == .object else { throw .unsupported("value is no object") }
        return try OperationError.writing(ServiceRequest(endpoint, json: value).encoded())
    }

    /// Decodes an answer (TST-181).
    static func decodeAnswer(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let (endpoint, bytes) = (try endpoint(request), try request.bytes("bytes"))
        let reply = try OperationError.reading(ServiceReply(endpoint, decoding: bytes.span, mode: request.mode))
        return .object(["value": JSONLine.onOneLine(reply.json)])
    }

    /// Encodes an answer (TST-200).
    static func encodeAnswer(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let endpoint = try endpoint(request)
        guard let value = request["value"], value.kind == .object else { throw .unsupported("value is no object") }
        return try OperationError.writing(ServiceReply(endpoint, json: value)).encoded()
    }

    private static func endpoint(_ request: JSONObject) throws(OperationError) -> ServiceEndpoint {
        guard let path = request["path"]?.string, let endpoint = ServiceEndpoint(rawValue: path) else {
            throw .unsupported("no service with this path")
        }
        return endpoint
    }
}
