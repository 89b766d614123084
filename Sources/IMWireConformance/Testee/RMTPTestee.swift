// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// The operation `rmtp.decode`, which turns the chunks of a request into the items of its answer (TST-088).
enum RMTPTestee {
    static func decode(_ request: JSONObject) throws(Unsupported) -> Result<RawJSON, EncodeError> {
        let agreed = try RMTPOperations.Request(request)
        var reader: RMTPStreamReader
        do {
            reader = try RMTPOperations.reader(agreed, request.mode)
        } catch {
            return .failure(error)
        }
        let chunks = try StreamChunks(request, timed: false, areTexts: agreed.framing == .xhr)
        var items: [RawJSON] = []
        chunks.put(to: &reader) { result in
            switch result {
            case .success(let item): items.append(RMTPOperations.item(item, agreed.format.direction))
            case .failure(let fault): items.append(fault.item)
            }
        }
        return .success(.object([("items", .array(items)), ("pending", .integer(reader.pendingBytes))]))
    }
}
