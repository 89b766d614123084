// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

/// Tests that every input is read or rejected at an offset within it, and that forms read in strict mode round-trip.
@Suite("Hostile input")
struct HostileTests {
    static let forms = [
        "userId=u1&name=%E5%BC%A0%20%E4%B8%89&portraitUri=https%3A%2F%2Fe.com&x=1",
        "fromUserId=u&toUserId=t&toUserId=t2&objectName=RC%3ATxtMsg&content=%7B%7D&count=-1&expansion=true&isPersisted=0",
        "fromUserId=u&toGroupId=g&objectName=a&content=c&isMentioned=1&channelType=GROUP&msgTimestamp=1",
        "fromUserId=u&conversationType=4&targetId=r&messageUID=5FGT&sentTime=1507778882124&isAdmin=1",
        "userId=u1&userId=u2&chatroomId=r1&minute=43200&count=5&order=2&objectName=a&objectnames=b",
        "chatroom%5Br1%5D=%E5%A4%A7%E5%8E%85&chatroom%5Br%5B2%5D%5D=a%26b",
        "nonce=14314&signTimestamp=1700000000&signature=e5066f365ff636e63cc3fc1851da9c3b76f6f293",
        "ws://h/websocket?appId=k&token=t%2B&sdkVer=4.2.0&apiVer=normal&pid=1",
        #"{"code":200,"userId":"u","token":"t","users":[{"id":"a","time":"b"}],"chatRooms":[{"chrmId":"1"}]}"#,
        #"[{"userid":"u1","status":"0","os":"iOS","time":1437982698082}]"#,
    ]

    /// Returns each prefix of a form, and the form with each byte replaced by several others.
    static func mutants(of form: String) -> [[UInt8]] {
        let whole = bytes(form)
        var mutants = (0...whole.count).map { Array(whole.prefix($0)) }
        for index in whole.indices {
            for byte: UInt8 in [0, 0x25, 0x26, 0x2b, 0x3d, 0x30, 0x39, 0x7f, 0x80, 0xe4, 0xff] {
                var mutant = whole
                mutant[index] = byte
                mutants.append(mutant)
            }
        }
        return mutants
    }

    private func attempt<Value>(_ input: [UInt8], _ body: () throws(DecodeError) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            #expect((0...input.count).contains(error.offset))
            return nil
        }
    }

    private func check<Request: FormRequest & Equatable>(
        _ input: [UInt8], _ mode: DecodingMode, _ decode: (Span<UInt8>) throws(DecodeError) -> Request
    ) {
        guard let value = attempt(input, { () throws(DecodeError) in try decode(input.span) }) else { return }
        guard let written = try? value.encoded() else {
            Issue.record("what was read cannot be written (API-080)")
            return
        }
        #expect(attempt(written) { () throws(DecodeError) in try decode(written.span) } == value)
    }

    @Test("No mutation traps a decoder", arguments: forms)
    func mutations(_ form: String) {
        for input in HostileTests.mutants(of: form) {
            for mode in [DecodingMode.lenient, .strict] {
                check(input, mode) { bytes throws(DecodeError) in try TokenRequest(decoding: bytes, mode: mode) }
                check(input, mode) { bytes throws(DecodeError) in try RecallRequest(decoding: bytes, mode: mode) }
                for endpoint in [PublishEndpoint.private, .group, .broadcast] {
                    check(input, mode) { bytes throws(DecodeError) in
                        try PublishRequest(endpoint, decoding: bytes, mode: mode)
                    }
                }
                for endpoint in [ChatroomEndpoint.create, .mute, .users, .lowerPriority, .protectTypes] {
                    check(input, mode) { bytes throws(DecodeError) in
                        try ChatroomRequest(endpoint, decoding: bytes, mode: mode)
                    }
                }
                _ = attempt(input) { () throws(DecodeError) in try CallbackSignature(query: input.span, mode: mode) }
                _ = attempt(input) { () throws(DecodeError) in try MessageCallback(decoding: input.span, mode: mode) }
                _ = attempt(input) { () throws(DecodeError) in try ConnectionURL(parsing: input.span, mode: mode) }
                _ = attempt(input) { () throws(DecodeError) in try TokenAnswer(decoding: input.span, mode: mode) }
                _ = attempt(input) { () throws(DecodeError) in try ChatroomAnswer(decoding: input.span, mode: mode) }
                _ = attempt(input) { () throws(DecodeError) in try OnlineStatus.list(decoding: input.span, mode: mode) }
            }
        }
    }
}
