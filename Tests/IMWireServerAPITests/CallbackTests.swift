// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Suite("Callbacks")
struct CallbackTests {
    @Test("A callback is accepted if its signature is correct (API-070)")
    func signature() throws {
        let query =
            "appKey=my-key&nonce=14314&signTimestamp=1700000000&signature=e5066f365ff636e63cc3fc1851da9c3b76f6f293"
        let signature = try CallbackSignature(query: bytes(query).span, mode: .strict)
        #expect(signature.isSigned(with: SecretText("imwire-secret")))
        #expect(!signature.isSigned(with: SecretText("imwire-secret ")))
        #expect(text(signature.encoded()) == query)
        #expect(
            CallbackSignature(
                appKey: "my-key", secret: SecretText("imwire-secret"), nonce: "14314", timestamp: "1700000000")
                == signature)
        let old = query.split(separator: "&").dropFirst().joined(separator: "&")
            .replacing("signTimestamp", with: "timestamp")
        #expect(try CallbackSignature(query: bytes(old).span).isSigned(with: SecretText("imwire-secret")))
        let both = try CallbackSignature(query: bytes(query + "&timestamp=1").span)
        #expect(both.timestamp == "1700000000")
    }

    @Test("A nonce escaped in the query is signed unescaped (API-002, API-070)")
    func escapedNonce() throws {
        // The signature of the nonce "a+b c&d=%2F", computed with openssl.
        let query = "nonce=a%2Bb+c%26d%3D%252F&timestamp=1700000000&signature=20729cd7302493d5e515a22e2b30b757bc1e1b31"
        #expect(
            try CallbackSignature(query: bytes(query).span, mode: .strict).isSigned(with: SecretText("imwire-secret")))
    }

    @Test("A callback without one of the three parameters or with a repeated one is rejected (API-015, API-016)")
    func broken() throws {
        let parts = ["nonce=1", "signTimestamp=2", "signature=3"]
        for index in parts.indices {
            var fewer = parts
            let part = fewer.remove(at: index)
            let path = "/" + part.prefix { $0 != "=" }
            let query = fewer.joined(separator: "&")
            #expect(
                refusal { () throws(DecodeError) in try CallbackSignature(query: bytes(query).span) }
                    == DecodeError(.formMissing, offset: query.utf8.count, path: path))
            let twice = parts.joined(separator: "&") + "&" + part
            #expect(
                refusal { () throws(DecodeError) in try CallbackSignature(query: bytes(twice).span) }
                    == DecodeError(
                        .formDuplicate, offset: twice.utf8.count - part.utf8.count, path: path))
        }
    }

    @Test("A message callback decodes into its fields (API-071, API-072)")
    func message() throws {
        let form =
            "fromUserId=u1&toUserId=u2&objectName=RC%3ATxtMsg&content=%7B%22content%22%3A%22%E4%BD%A0%26%2B%3D%22%7D"
            + "&channelType=PERSON&msgTimestamp=1507778882124&msgUID=5FGT-7VA9-G4DD-4V5P&sensitiveType=0&source=iOS"
            + "&groupUserIds=%5B%5D"
        let message = try MessageCallback(decoding: bytes(form).span, mode: .strict)
        #expect(message.channelType == .person)
        #expect(message.channelType.conversationType == .private)
        #expect(message.sentTime == 1_507_778_882_124)
        #expect(message.messageUID == "5FGT-7VA9-G4DD-4V5P")
        #expect(message.unknownFields == [FormField("groupUserIds", "[]")])
        guard case .known(let content) = try message.decodedContent(mode: .strict).value else {
            Issue.record("the content is not known")
            return
        }
        #expect((content as? TextMessage)?.content == "你&+=")
        #expect(try text(message.encoded()) == form)
    }

    @Test("Known conversation types and an unknown one are decoded (API-072)")
    func words() {
        let words = ["PERSON", "PERSONS", "GROUP", "TEMPGROUP", "CUSTOMERSERVICE", "NOTIFY", "MC", "MP"]
        #expect(words.map { ChannelType(rawValue: $0).conversationType?.rawValue } == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(ChannelType(rawValue: "ULTRAGROUP?").conversationType == nil)
    }

    @Test("Online status changes decode into users and their changes (API-073)")
    func onlineStatus() throws {
        let json =
            #"[{"userid":"u1","status":"0","os":"iOS","time":1437982698082},{"userid":"u2","status":"9","x":[1]}]"#
        let list = try OnlineStatus.decodeList(bytes(json).span, mode: .strict)
        #expect(list.map(\.change) == [.online, OnlineStatus.Change(rawValue: "9")])
        #expect(list.first?.time?.int64 == 1_437_982_698_082)
        #expect(list.last?.unknownMembers.names == ["x"])
        #expect(text(OnlineStatus.encoded(list)) == json)
        #expect(try OnlineStatus.decodeList(bytes("[]").span).isEmpty)
    }

    @Test(
        "An invalid list of changes is rejected with an offset in the body",
        arguments: [
            ("", DecodeError.Code.jsonSyntax, 0), ("[", .jsonSyntax, 1), ("[]]", .jsonTrailing, 2),
            (#"[{"userid":"u1","status":{}}]"#, .fieldType, 25), ("[],\"x\":1", .jsonTrailing, 2),
            ("[]},{\"x\":1", .jsonTrailing, 2), (#"[],"list":[{"userid":"u1"}]"#, .jsonTrailing, 2),
            ("{}", .contentType, 0), (" 7", .contentType, 1),
        ])
    func brokenLists(_ json: String, _ code: DecodeError.Code, _ offset: Int) {
        let error = refusal { () throws(DecodeError) in try OnlineStatus.decodeList(bytes(json).span) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }
}
