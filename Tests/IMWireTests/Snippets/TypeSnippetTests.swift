// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

/// The examples of types of IMWire that a program creates.
struct TypeSnippetTests {
    @Test func contents() throws {
        try ContentExamples.run { written, expected in #expect(written == expected) }
    }

    @Test func chatLineDecoder() throws {
        let line = Array("{\"messageType\":\"LOGIN\"}\n".utf8)
        let bytes = line.span
        var messages = ChatMessageDecoder()
        var shown = 0
        func show(_ items: [Result<ChatItem, StreamFault>]) { shown += items.count }

        var decoder = ChatLineDecoder(ChatLineFraming(.lf, .json))
        var position = 0
        if case .unit(let unit) = decoder.next(in: bytes, from: &position) { show(messages.decode(unit)) }

        #expect(shown == 1)
    }

    @Test func chatPacketEncoderOptions() throws {
        let message = ChatMessage(.login).encoded()
        var buffer: [UInt8] = []

        var options = ChatPacketEncoder.Options()
        options.fragmentSize = 16_384
        var encoder = ChatPacketEncoder(options)
        try encoder.encode(message.span, into: &buffer)

        #expect(!buffer.isEmpty)
    }

    @Test func opaqueContent() throws {
        let content = OpaqueContent(objectName: "RC:VSTMsg", bytes: Array(#"{"duration":3}"#.utf8))
        let written = AnyContent.opaque(content).encoded()  // the same bytes

        #expect(written == content.bytes)
    }

    @Test func schemaFile() throws {
        let text = ContentSnippetTests.schema

        let file = SchemaFile(name: "gift.schema.json", text: text)
        let schemas = try ContentSchema.decode([file])

        #expect(schemas.count == 1)
    }

    @Test func serverMemoryLimits() throws {
        let saved = ChatServerMemory().encoded()

        var limits = ChatServerMemory.Limits()
        limits.users = 10_000
        let memory = try ChatServerMemory(json: saved, limits: limits)

        #expect(memory.encoded() == saved)
    }
}

extension TypeSnippetTests {
    static let memberTable = MemberTable([
        .init("giftId", .string, required: true),
        .init("count", .integer),
    ])
}
