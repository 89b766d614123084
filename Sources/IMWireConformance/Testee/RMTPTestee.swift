// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// `rmtp.decode`: the chunks of a request, and the items of its answer (TST-088).
enum RMTPTestee {
    static func decode(_ request: JSONObject) throws(Unsupported) -> Result<RawJSON, EncodeError> {
        let agreed = try RMTPOperations.Request(request)
        var reader: RMTPStreamReader
        do {
            reader = try RMTPOperations.reader(agreed, request.mode)
        } catch {
            return .failure(error)
        }
        for chunk in try chunks(request, areText: agreed.framing == .xhr) { reader.feed(chunk) }
        if request["end"]?.boolean ?? false { reader.finish() }
        var items: [RawJSON] = []
        while let item = reader.nextResult() {
            switch item {
            case .success(let item): items.append(RMTPOperations.item(item, agreed.format.direction))
            case .failure(let fault): items.append(fault.item)
            }
        }
        return .success(.object([("items", .array(items)), ("pending", .integer(reader.pendingBytes))]))
    }

    private static func chunks(_ request: JSONObject, areText: Bool) throws(Unsupported) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        for chunk in request["chunks"]?.elements ?? [] {
            let bytes = areText ? Array((chunk.string ?? "").utf8) : chunk.string.flatMap { Base64.decode($0) }
            guard let bytes else { throw Unsupported("a chunk is not Base64") }
            chunks.append(bytes)
        }
        return chunks
    }
}
