// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Suite("Services of the registry")
struct ServiceTests {
    @Test("Values are set and read by the names of their fields (API-081)")
    func values() throws {
        var request = ServiceRequest(.blockUsers)
        request["userId"] = ["u1", "u2"]
        request["minute"] = ["10"]
        #expect(try text(request.encoded()) == "userId=u1&userId=u2&minute=10")
        let read = try ServiceRequest(.blockUsers, decoding: bytes("minute=10&userId=u1&userId=u2").span)
        #expect(read == request)
        #expect(read.integer("minute") == 10)
        #expect(read.text("userId") == "u1")
        #expect(read["nothing"].isEmpty && read.keyed("nothing").isEmpty)
        #expect(read.path == "/user/block.json")
        #expect(read.contentType == "application/x-www-form-urlencoded")
        #expect(ServiceRequest(.setTags).contentType == "application/json")
    }

    @Test("Keyed fields have an id for each value (API-083)")
    func keyed() throws {
        var request = ServiceRequest(.syncGroups)
        request["userId"] = ["u1"]
        request.setKeyed("group", [(id: "g1", value: "Team"), (id: "[x]", value: "")])
        let form = "userId=u1&group%5Bg1%5D=Team&group%5B%5Bx%5D%5D="
        #expect(try text(request.encoded()) == form)
        let read = try ServiceRequest(.syncGroups, decoding: bytes(form).span, mode: .strict)
        #expect(read.keyed("group").map(\.id) == ["g1", "[x]"])
        #expect(read == request)
    }

    @Test("A JSON body survives a round trip (API-082, API-084)")
    func json() throws {
        let body = #"{"platform":["ios"],"audience":{"is_to_all":true},"notification":{"alert":"x"},"y":[1]}"#
        let request = try ServiceRequest(.push, decoding: bytes(body).span, mode: .strict)
        #expect(request["platform"] == ["ios"])
        #expect(request.json("audience")?["is_to_all"]?.boolean == true)
        #expect(request.unknownFields == [FormField("y", "[1]")])
        #expect(try text(request.encoded()) == body)
        var other = request
        other.unknownFields[0].value = "[1"
        #expect(throws: EncodeError(.json)) { try other.encoded() }
    }

    @Test("A value that is given as JSON has the members and types of its form (TST-180, TST-200, TST-203)")
    func jsonValues() throws {
        // A text has no members.
        #expect(try ServiceRequest(.blockUsers, json: "x") == ServiceRequest(.blockUsers))
        #expect(throws: EncodeError(.field, path: "/code")) { try ServiceReply(.getToken, json: "x") }
        #expect(throws: EncodeError(.field, path: "/fromUserId")) { try MessageCallback(json: "x") }
        let rest = try RawJSON(text: #"{"rest":[7]}"#)
        #expect(throws: EncodeError(.field, path: "/rest")) { try ServiceRequest(.blockUsers, json: rest) }
        let nameless = try RawJSON(text: #"{"chatroom":[{"id":"r"}]}"#)
        #expect(throws: EncodeError(.field, path: "/chatroom")) { try ServiceRequest(.createRooms, json: nameless) }
        // Only a caller can set a text that is no number, which becomes null, or no flag, which becomes false.
        var request = ServiceRequest(.setNotification)
        request["conversationType"] = ["x"]
        request["isMuted"] = ["x"]
        let value: RawJSON = request.json
        #expect(value.text == #"{"conversationType":null,"isMuted":false}"#)
    }

    /// Returns the smallest text that a service accepts for each field of its form, or nil if the service takes JSON.
    static func smallest(_ endpoint: ServiceEndpoint) -> String {
        switch endpoint {
        case .createRooms: "chatroom[r]=n"
        case .setTags: #"{"userId":"u","tags":["t"]}"#
        case .setTagsOfUsers: #"{"userIds":["u"],"tags":["t"]}"#
        case .publishPrivateTemplate, .publishSystemTemplate:
            #"{"fromUserId":"u","toUserId":["v"],"objectName":"a","content":"c","values":[{}]}"#
        case .addWords: #"{"words":[{"word":"w"}]}"#
        case .push, .pushCustom: #"{"platform":["ios"],"audience":{},"notification":{}}"#
        case .pushToUsers: #"{"userIds":["u"],"notification":{}}"#
        default:
            "userId=u&groupId=g&chatroomId=r&minute=1&count=1&order=1&blackUserId=v&whiteUserId=v&userIds=u&state=1"
                + "&type=1&startTime=s&period=1&remarks=[]&targetId=t&groupName=n&remark=m&fromUserId=u&toUserId=v"
                + "&toGroupId=g&toDiscussionId=d&toChatroomId=r&objectName=a&content=c&conversationType=1&messageUID=m"
                + "&sentTime=1&msgUID=m&extraKeyVal={}&extraKey=[]&date=2026112310&requestId=u&unpushLevel=1&setTop=1"
                + "&word=w&words=w&destroyType=0&objectnames=a&key=k&value=v&entryOwnerId=u&entryInfo={}&time=1"
        }
    }

    @Test(
        "Every service's request survives a round trip", arguments: ServiceEndpoint.allCases)
    func whole(_ endpoint: ServiceEndpoint) throws {
        let request = try ServiceRequest(endpoint, decoding: bytes(ServiceTests.smallest(endpoint)).span)
        let written = try request.encoded()
        #expect(try ServiceRequest(endpoint, decoding: written.span, mode: .strict) == request)
    }

    @Test("No mutation traps a decoder, and every decoded request encodes (API-080)")
    func mutations() {
        var state: UInt64 = 11
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for endpoint in ServiceEndpoint.allCases {
            for _ in 0..<40 {
                var input = bytes(ServiceTests.smallest(endpoint))
                for _ in 0..<(1 + next(3)) {
                    let place = next(input.count)
                    switch next(3) {
                    case 0: input[place] = UInt8(truncatingIfNeeded: next(256))
                    case 1: input.remove(at: place)
                    default:
                        input.insert(
                            contentsOf: bytes(["null", "[", "-1", "%ff", "&", "9223372036854775808"][next(6)]),
                            at: place)
                    }
                    if input.isEmpty { input = [0] }
                }
                for mode in [DecodingMode.lenient, .strict] {
                    do throws(DecodeError) {
                        let request = try ServiceRequest(endpoint, decoding: input.span, mode: mode)
                        #expect((try? request.encoded()) != nil)
                    } catch {
                        #expect((0...input.count).contains(error.offset))
                    }
                    _ = try? ServiceReply(endpoint, decoding: input.span, mode: mode)
                }
            }
        }
    }

    @Test("messageUIDs are decoded in both forms and encoded as objects (API-086)")
    func messageUIDs() throws {
        let objects = try ServiceReply(
            .publishGroup, decoding: bytes(#"{"code":200,"messageUIDs":[{"groupId":"g","messageUID":"A"}]}"#).span)
        #expect(objects.messageUIDs == [PublishedMessage(messageUID: "A", groupID: "g")])
        let strings = try ServiceReply(.publishGroup, decoding: bytes(#"{"messageUIDs":["A","B"],"code":200}"#).span)
        #expect(strings.messageUIDs?.map(\.messageUID) == ["A", "B"])
        #expect(text(strings.encoded()) == #"{"code":200,"messageUIDs":[{"messageUID":"A"},{"messageUID":"B"}]}"#)
        let partly = bytes(#"{"code":200,"messageUIDs":[{"groupId":"g"},{"messageUID":"A"}]}"#)
        let found = try ServiceReply(.publishGroup, decoding: partly.span).messageUIDs
        #expect(found == [PublishedMessage(messageUID: "A")])
        var reply = ServiceReply(.publishPrivate)
        reply.messageUIDs = [PublishedMessage(messageUID: "A", userID: "u")]
        #expect(text(reply.encoded()) == #"{"code":200,"messageUIDs":[{"userId":"u","messageUID":"A"}]}"#)
    }

    @Test("The members of an answer are read and written by name (API-085)")
    func members() throws {
        var reply = ServiceReply(.mutedInPrivate)
        reply.set("total", 2)
        reply.set("users", ["a", "b"])
        #expect(text(reply.encoded()) == #"{"code":200,"total":2,"users":["a","b"]}"#)
        let read = try ServiceReply(.mutedInPrivate, decoding: reply.encoded().span, mode: .strict)
        #expect(read == reply)
        #expect(read.texts("users") == ["a", "b"])
        #expect(read.integer("total") == 2)
        #expect(try ServiceReply(.notification, decoding: bytes(#"{"isMuted":"1"}"#).span).integer("isMuted") == 1)
        let number = bytes(#"{"code":200,"users":7}"#)
        let error = refusal { () throws(DecodeError) in
            try ServiceReply(.blockedUsers, decoding: number.span, mode: .strict)
        }
        #expect(error == DecodeError(.fieldType, offset: 20, path: "/users"))
        func answer(_ name: String, _ value: Int64) -> ServiceReply {
            var reply = ServiceReply(.mutedInPrivate)
            reply.set(name, value)
            return reply
        }
        #expect(answer("total", 2) == answer("total", 2) && answer("total", 2) != answer("total", 3))
        #expect(answer("total", 2) != answer("count", 2))
    }

    @Test("The description of an answer does not contain its members (API-040)")
    func secrets() throws {
        let reply = try ServiceReply(.getToken, decoding: bytes(#"{"code":200,"token":"marked-secret"}"#).span)
        #expect(!everythingSaid(of: reply).contains("marked-secret"))
        #expect("\(reply)" == "<answer of /user/getToken.json, code 200>")
        let codeless = try ServiceReply(.getToken, decoding: bytes(#"{"token":"marked-secret"}"#).span)
        #expect("\(codeless)" == "<answer of /user/getToken.json, code none>")
        let request = try ServiceRequest(
            .publishBroadcast, decoding: bytes("fromUserId=u&objectName=a&content=marked").span)
        #expect(!everythingSaid(of: request).contains("marked"))
    }

    @Test("An empty nonce or timestamp is rejected on receipt (API-087)")
    func emptyNonce() {
        for name in ["Nonce", "Timestamp"] {
            let fields = ["App-Key", "Nonce", "Timestamp", "Signature"].map { (name: $0, value: $0 == name ? "" : "1") }
            let error = refusal { () throws(DecodeError) in try RequestHeaders(reading: fields) }
            #expect(error == DecodeError(.headerMissing, offset: 0, path: "/" + name))
        }
        for query in ["nonce=&signTimestamp=1&signature=s", "nonce=1&timestamp=&signature=s"] {
            let error = refusal { () throws(DecodeError) in try CallbackSignature(query: bytes(query).span) }
            #expect(error?.code == .formValue)
        }
    }

    @Test("Limits of a JSON body hold at n and are exceeded at n + 1 (API-018, API-082)")
    func limits() {
        var limits = FormLimits()
        limits.formBytes = 27
        let body = bytes(#"{"userId":"u","tags":["t"]}"#)
        func error(_ limits: FormLimits) -> DecodeError? {
            refusal { () throws(DecodeError) in try ServiceRequest(.setTags, decoding: body.span, limits: limits) }
        }
        #expect(error(limits) == nil)
        limits.formBytes = 26
        #expect(error(limits) == DecodeError(.limitSize, offset: 0))
    }
}
