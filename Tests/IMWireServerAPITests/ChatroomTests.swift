// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Suite("Chatroom services")
struct ChatroomTests {
    /// A request to each service with its path and form, worked out by hand.
    static let requests: [(ChatroomRequest, String, String)] = [
        (
            ChatroomRequest(creating: [.init(id: "r1", name: "大厅"), .init(id: "r[2]", name: "a&b")]),
            "/chatroom/create.json", "chatroom%5Br1%5D=%E5%A4%A7%E5%8E%85&chatroom%5Br%5B2%5D%5D=a%26b"
        ),
        (ChatroomRequest(.destroy, rooms: ["r1", "r2"]), "/chatroom/destroy.json", "chatroomId=r1&chatroomId=r2"),
        (ChatroomRequest(.query, room: "r1"), "/chatroom/query.json", "chatroomId=r1"),
        (
            ChatroomRequest(.join, room: "r1", users: ["u1", "u2"]), "/chatroom/join.json",
            "chatroomId=r1&userId=u1&userId=u2"
        ),
        (
            ChatroomRequest(usersIn: "r1", count: 500, order: .newestFirst), "/chatroom/user/query.json",
            "chatroomId=r1&count=500&order=2"
        ),
        (
            ChatroomRequest(.userExists, room: "r1", users: ["u1"]), "/chatroom/user/exist.json",
            "chatroomId=r1&userId=u1"
        ),
        (
            ChatroomRequest(.usersExist, room: "r1", users: ["u1", "u2"]), "/chatroom/users/exist.json",
            "chatroomId=r1&userId=u1&userId=u2"
        ),
        (
            ChatroomRequest(.mute, room: "r1", users: ["u1", "用户"], minutes: 43_200), "/chatroom/user/gag/add.json",
            "userId=u1&userId=%E7%94%A8%E6%88%B7&chatroomId=r1&minute=43200"
        ),
        (
            ChatroomRequest(.unmute, room: "r1", users: ["u1"]), "/chatroom/user/gag/rollback.json",
            "userId=u1&chatroomId=r1"
        ),
        (ChatroomRequest(.muted, room: "r1"), "/chatroom/user/gag/list.json", "chatroomId=r1"),
        (
            ChatroomRequest(.muteEverywhere, users: ["u1"], minutes: 1), "/chatroom/user/ban/add.json",
            "userId=u1&minute=1"
        ),
        (ChatroomRequest(.unmuteEverywhere, users: ["u1"]), "/chatroom/user/ban/remove.json", "userId=u1"),
        (ChatroomRequest(.mutedEverywhere), "/chatroom/user/ban/query.json", ""),
        (
            ChatroomRequest(.block, room: "r1", users: ["u1"], minutes: 60), "/chatroom/user/block/add.json",
            "userId=u1&chatroomId=r1&minute=60"
        ),
        (
            ChatroomRequest(.unblock, room: "r1", users: ["u1"]), "/chatroom/user/block/rollback.json",
            "userId=u1&chatroomId=r1"
        ),
        (ChatroomRequest(.blocked, room: "r1"), "/chatroom/user/block/list.json", "chatroomId=r1"),
        (
            ChatroomRequest(.stopDistribution, room: "r 1"), "/chatroom/message/stopDistribution.json",
            "chatroomId=r%201"
        ),
        (
            ChatroomRequest(.resumeDistribution, room: "r 1"), "/chatroom/message/resumeDistribution.json",
            "chatroomId=r%201"
        ),
        (
            ChatroomRequest(.protectUsers, room: "r1", users: ["u1"]), "/chatroom/user/whitelist/add.json",
            "chatroomId=r1&userId=u1"
        ),
        (
            ChatroomRequest(.unprotectUsers, room: "r1", users: ["u1"]), "/chatroom/user/whitelist/remove.json",
            "chatroomId=r1&userId=u1"
        ),
        (ChatroomRequest(.protectedUsers, room: "r1"), "/chatroom/user/whitelist/query.json", "chatroomId=r1"),
        (
            ChatroomRequest(.lowerPriority, objectNames: ["app:Like", "RC:VcMsg"]),
            "/chatroom/message/priority/add.json", "objectName=app%3ALike&objectName=RC%3AVcMsg"
        ),
        (
            ChatroomRequest(.restorePriority, objectNames: ["app:Like"]), "/chatroom/message/priority/remove.json",
            "objectName=app%3ALike"
        ),
        (ChatroomRequest(.lowPriorities), "/chatroom/message/priority/query.json", ""),
        (
            ChatroomRequest(.protectTypes, objectNames: ["app:Gift"]), "/chatroom/whitelist/add.json",
            "objectnames=app%3AGift"
        ),
        (
            ChatroomRequest(.unprotectTypes, objectNames: ["app:Gift"]), "/chatroom/whitelist/delete.json",
            "objectnames=app%3AGift"
        ),
        (ChatroomRequest(.protectedTypes), "/chatroom/whitelist/query.json", ""),
        (ChatroomRequest(.keepAlive, room: "r1"), "/chatroom/keepalive/add.json", "chatroomId=r1"),
        (ChatroomRequest(.letGo, room: "r1"), "/chatroom/keepalive/remove.json", "chatroomId=r1"),
        (ChatroomRequest(.keptAlive), "/chatroom/keepalive/query.json", ""),
    ]

    @Test("Each request encodes to its form and decodes from it (API-055, API-056)", arguments: requests)
    func goldens(_ request: ChatroomRequest, _ path: String, _ form: String) throws {
        #expect(request.path == path)
        #expect(try text(request.encoded()) == form)
        #expect(try ChatroomRequest(request.endpoint, decoding: bytes(form).span, mode: .strict) == request)
        let more = form + (form.isEmpty ? "" : "&") + "x=%E4%B8%AD"
        let read = try ChatroomRequest(request.endpoint, decoding: bytes(more).span)
        #expect(read.unknownFields == [FormField("x", "中")])
        #expect(try text(read.encoded()) == more)
    }

    @Test("Every service has a request")
    func complete() {
        #expect(Set(ChatroomTests.requests.map(\.0.endpoint)) == Set(ChatroomEndpoint.allCases))
    }

    @Test("Limits hold at n and are exceeded at n + 1 (API-021)")
    func limits() {
        func error(_ request: ChatroomRequest) -> EncodeError? {
            refusal(writing: { () throws(EncodeError) in try request.encoded() })
        }
        let users = Array(repeating: "u", count: 1001)
        for (endpoint, most) in [(ChatroomEndpoint.usersExist, 1000), (.join, 50), (.protectUsers, 5), (.unmute, 20)] {
            #expect(error(ChatroomRequest(endpoint, room: "r", users: Array(users.prefix(most)))) == nil)
            #expect(
                error(ChatroomRequest(endpoint, room: "r", users: Array(users.prefix(most + 1))))
                    == EncodeError(.field, path: "/userId"))
        }
        for (minutes, isFine) in [(Int64(0), false), (1, true), (43_200, true), (43_201, false)] {
            let request = ChatroomRequest(.block, room: "r", users: ["u"], minutes: minutes)
            #expect(error(request) == (isFine ? nil : EncodeError(.field, path: "/minute")))
        }
        for (count, isFine) in [(Int64(0), false), (1, true), (500, true), (501, false)] {
            #expect((error(ChatroomRequest(usersIn: "r", count: count, order: .oldestFirst)) == nil) == isFine)
        }
        let names = Array(repeating: ObjectName(rawValue: "a"), count: 21)
        #expect(error(ChatroomRequest(.lowerPriority, objectNames: Array(names.prefix(6)))) != nil)
        #expect(error(ChatroomRequest(.protectTypes, objectNames: Array(names.prefix(20)))) == nil)
        #expect(error(ChatroomRequest(.protectTypes, objectNames: names)) != nil)
        #expect(error(ChatroomRequest(creating: [])) == EncodeError(.field, path: "/chatroom"))
        let long = String(repeating: "r", count: 65)
        #expect(error(ChatroomRequest(creating: [.init(id: long, name: "n")])) != nil)
        #expect(error(ChatroomRequest(.query, room: long)) == EncodeError(.field, path: "/chatroomId"))
        // A parameter that a service does not accept is an error.
        #expect(error(ChatroomRequest(.muted, room: "r", users: ["u"])) == EncodeError(.field, path: "/userId"))
        #expect(error(ChatroomRequest(.unmute, room: "r", users: ["u"], minutes: 1))?.path == "/minute")
    }

    @Test("Rooms that are created have a name, and a request has one at least (API-056, API-080, API-015)")
    func created() {
        for mode in [DecodingMode.lenient, .strict] {
            func error(_ form: String) -> DecodeError? {
                refusal { () throws(DecodeError) in
                    try ChatroomRequest(.create, decoding: bytes(form).span, mode: mode)
                }
            }
            #expect(error("chatroom%5Br%5D=n") == nil)
            let nameless = error("chatroom%5Br%5D=")
            #expect(nameless?.code == .formValue && nameless?.path == "/chatroom")
            #expect(error("x=1") == DecodeError(.formMissing, offset: 3, path: "/chatroom"))
        }
    }

    @Test("Only a field whose name begins with chatroom[ creates a room (API-056, API-023)")
    func otherBrackets() throws {
        let form = "chatroom%5Ba%5D=x&otherroom%5Bb%5D=y"
        let read = try ChatroomRequest(.create, decoding: bytes(form).span)
        #expect(read.newRooms == [ChatroomRequest.Room(id: "a", name: "x")])
        #expect(read.unknownFields == [FormField("otherroom[b]", "y")])
        #expect(try text(read.encoded()) == form)
        // An empty id is that of a room that no service accepts (API-083).
        #expect(throws: DecodeError(.formValue, offset: 0, path: "/chatroom")) {
            try ChatroomRequest(.create, decoding: bytes("chatroom%5B%5D=x").span)
        }
    }

    @Test("Answers decode as the SDKs' documents print them (API-057)")
    func answers() throws {
        func answer(_ json: String) throws(DecodeError) -> ChatroomAnswer {
            let answer = try ChatroomAnswer(decoding: bytes(json).span)
            #expect(try ChatroomAnswer(decoding: answer.encoded().span) == answer)
            return answer
        }
        let rooms = try answer(
            #"{"code":200,"chatRooms":[{"chrmId":"1","name":"n","time":"2014-01-01 1:1:1"},{"chatroomId":"2"}]}"#)
        #expect(rooms.rooms?.map(\.id) == ["1", "2"])
        #expect(rooms.rooms?.first?.time == "2014-01-01 1:1:1")
        let users = try answer(#"{"code":200,"total":500,"users":[{"id":"u1","time":"2015-09-10 16:38:26"}]}"#)
        #expect(users.total == 500)
        #expect(users.users == [ChatroomUser(id: "u1", time: "2015-09-10 16:38:26")])
        let muted = try answer(#"{"code":200,"users":[{"time":"2015-09-25 16:12:38","userId":"2582"}]}"#)
        #expect(muted.users == [ChatroomUser(id: "2582", time: "2015-09-25 16:12:38", isPenalty: true)])
        #expect(
            text(muted.encoded()) == #"{"code":200,"users":[{"time":"2015-09-25 16:12:38","userId":"2582"}]}"#)
        let ids = try answer(#"{"code":200,"users":["a","b"]}"#)
        #expect(ids.users == [ChatroomUser(id: "a"), ChatroomUser(id: "b")])
        #expect(text(ids.encoded()) == #"{"code":200,"users":["a","b"]}"#)
        #expect(!ChatroomUser(id: "a").isPenalty)
        #expect(try answer(#"{"code":200,"objectNames":["RC:VcMsg"]}"#).objectNames == ["RC:VcMsg"])
        #expect(try answer(#"{"code":200,"whitlistMsgType":["RC:VcMsg"]}"#).protectedTypes == ["RC:VcMsg"])
        #expect(try answer(#"{"code":200,"chatroomIds":["1000","1001"]}"#).keptRooms == ["1000", "1001"])
        let exist = try answer(#"{"code":200,"result":[{"userid":"y","isInChrm":0}]}"#)
        #expect(exist.unknownMembers.names == ["result"])
        #expect(try answer(#"{"code":1002,"msg":"chatroomId"}"#).message == "chatroomId")
    }
}
