// SPDX-License-Identifier: Apache-2.0

import IMWire

private let text = Array(
    (#"{"content":"Hello, see you at seven","extra":"e","user":{"id":"u1","name":"Kim","portrait":"https://e.com/a.png"},"#
        + #""mentionedInfo":{"type":2,"userIdList":["u2"],"mentionedContent":"m"}}"#).utf8)

private let image = Array(
    (#"{"content":"\#(base64(6_132))","imageUri":"https://cdn.example.com/i/1.jpg","extra":""}"#).utf8)

/// Returns Base64 text of a length, always the same.
private func base64(_ count: Int) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var state: UInt64 = 88_172_645_463_325_252
    return String(
        (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return alphabet[Int(state % 64)]
        })
}

/// Contents: a short text with a sender and a mention, and a picture with a thumbnail of 6 KB.
let contentOperations = [
    Operation("decode-text") { count in
        for _ in 0..<count { consume(try TextMessage.decode(text.span)) }
    },
    Operation("decode-image") { count in
        for _ in 0..<count { consume(try ImageMessage.decode(image.span)) }
    },
    Operation("decode-any") { count in
        let registry = ContentRegistry.builtIn
        for _ in 0..<count { consume(try registry.decode(text, as: "RC:TxtMsg")) }
    },
    Operation("validate-text") { count in try validate(text, as: "RC:TxtMsg", count) },
    Operation("validate-image") { count in try validate(image, as: "RC:ImgMsg", count) },
    Operation("encode-text") { count in try encode(TextMessage(json: text), count) },
    Operation("encode-image") { count in try encode(ImageMessage(json: image), count) },
]

private func validate(_ json: [UInt8], as objectName: ObjectName, _ count: Int) throws {
    var validator = ContentValidator()
    for _ in 0..<count {
        try validator.validate(json.span, as: objectName)
        consume(validator.deviations.count)
    }
}

private func encode(_ content: some MessageContent, _ count: Int) throws {
    var buffer: [UInt8] = []
    for _ in 0..<count { content.encode(into: &buffer) }
    consume(buffer)
}
