// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Ids that differ only in normalization")
struct ExactTextTests {
    private static let spellings = ["\u{e9}", "e\u{301}"]

    @Test("Neither the values nor the hashes of two spellings are equal (CHT-018)")
    func hashes() {
        let ids = Self.spellings.map { ExactText($0) }
        #expect(Self.spellings[0] == Self.spellings[1])
        #expect(Self.spellings[0].hashValue == Self.spellings[1].hashValue)
        #expect(ids[0] != ids[1])
        #expect(ids[0].hashValue != ids[1].hashValue)
        #expect(ids[0].hashValue == ExactText("\u{e9}").hashValue)
    }

    @Test("Two groups whose ids differ in normalization have separate members")
    func groups() throws {
        var configuration = ChatServerMachine.Configuration()
        configuration.exactGroups = [ExactText(Self.spellings[0]): ["b"], ExactText(Self.spellings[1]): ["c"]]
        #expect(configuration.groups.count == 1)
        var server = ChatServerMachine(configuration)
        func receive(_ text: String, _ connection: Int) throws -> [ChatServerMachine.Action] {
            let message = try ChatMessage(json: Array(text.utf8))
            return server.handle(.received([message], connection: connection), at: 0).map(\.action)
        }
        for (number, user) in ["b", "c"].enumerated() {
            _ = server.handle(.accepted(connection: number), at: 0)
            _ = try receive(#"{"fromUserID":"\#(user)","deviceType":"iOS","versionCode":"1.0"}"#, number)
        }
        for (number, group) in Self.spellings.enumerated() {
            let message =
                #"{"messageType":"normal","clientMessageID":"k1","fromUserID":"\#(["b", "c"][number])","#
                + #""groupID":"\#(group)","chatType":"groupChat","contenType":"text","content":{"text":"Hi"},"sendTime":"7"}"#
            let written = try receive(message, number).compactMap { action -> [EncodedChatMessage]? in
                if case .write(let messages, [number]) = action { messages } else { nil }
            }
            #expect(written.flatMap { $0 }.contains { $0.kind == .normalReceipt }, "\(number): \(written)")
        }
    }
}
