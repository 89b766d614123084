// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireServerAPI
import LiveService
import Testing

/// A service with a settable clock, an application's server that signs requests, and clients without sockets.
private final class Bench {
    var now: Int64 = 1_700_000_000_000
    let service: RongCloudService
    let api: ServerAPI
    var kept: [String] = []

    init(storeBytes: Int = 128 << 20) {
        var settings = ServiceSettings(tokens: ServedTokens(appKey: "k", secret: Secret("s"), acceptsAny: false))
        settings.storeBytes = storeBytes
        var clock: () -> Int64 = { 0 }
        service = RongCloudService(settings, ServiceHost(now: { clock() }, elapsed: { clock() }, log: { _, _ in }))
        api = ServerAPI(service)
        clock = { [unowned self] in now }
        service.keep = { [unowned self] in kept.append($0) }
    }

    /// Posts a body, and returns the HTTP status and the answer.
    func post(_ path: String, _ body: String) throws -> (status: Int, text: String) {
        let headers = try RequestHeaders(appKey: "k", secret: Secret("s"), nonce: "1", timestamp: "2")
        let answer = api.answer(APICall(path: path, headers: headers.fields(), body: Array(body.utf8)))
        return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }

    @discardableResult
    func done(_ endpoint: ServiceEndpoint, _ body: String) throws -> ServiceReply {
        let answer = try post(endpoint.rawValue, body)
        let reply = try ServiceReply(endpoint, decoding: Array(answer.text.utf8).span, mode: .strict)
        #expect(reply.code == 200, "\(endpoint.rawValue): \(answer.text)")
        return reply
    }

    func token(_ user: String) throws -> String {
        try #require(done(.getToken, "userId=\(user)&name=n").text("token"))
    }

    /// Connects a client; its link shows whether the service has refused it.
    func connect(_ token: String) -> Link {
        let link = Link()
        let request = ConnectRequest(
            appKey: "k", token: token, release: SDKRelease("4.2.0", protocolVersion: "4"), sessionID: "x",
            isPolling: false)
        link.device = service.connect(link, request, Connection())
        return link
    }
}

private final class Connection: ServiceConnection {
    let number = 1
    var user: String?
    var detail = ""
}

/// The session of a client, which records what the service tells it.
private final class Link: ServiceLink {
    var onAction: (RMTPServerMachine.Action) -> Void = { _ in }
    var device: RongCloudDevice?
    var refusal: UInt8?
    var disconnected: UInt8?
    var receipt: RMTPReceipt?
    var answerStatus: UInt16?
    var published: [RMTPRequest] = []

    func handle(_ event: RMTPServerMachine.Event) {
        switch event {
        case .refuse(let status): refusal = status
        case .disconnect(let status): disconnected = status
        case .acknowledge(_, let receipt): self.receipt = receipt
        case .answer(_, _, let status, _, _): answerStatus = status
        case .publish(_, let request, _): published.append(request)
        default: break
        }
    }

    /// Publishes a text on a topic, and returns the status of the receipt.
    func send(_ topic: String, _ target: String) throws -> UInt16 {
        var up = RMTPBody.UpStreamMessage()
        up.sessionID = 3
        up.classname = "RC:TxtMsg"
        up.content = Array(#"{"content":"x"}"#.utf8)
        var packet = PublishPacket(bare: RMTPFlags())
        packet.topic = FrameText(topic)
        packet.targetID = FrameText(target)
        packet.messageID = 1
        packet.data = try up.encoded(isPartial: true)
        receipt = nil
        onAction(.published(id: 1, packet))
        return try #require(receipt).status
    }

    func ask(_ topic: String, _ target: String) throws -> UInt16 {
        var packet = QueryPacket(bare: RMTPFlags())
        packet.topic = FrameText(topic)
        packet.targetID = FrameText(target)
        packet.messageID = 2
        packet.data = try RMTPBody.ChrmInput().encoded(isPartial: true)
        onAction(.asked(id: 2, packet))
        return try #require(answerStatus)
    }
}

@Suite("The server API of the service")
struct ServerAPITests {
    @Test("Every service of the registry is answered", arguments: ServiceEndpoint.allCases)
    func everything(_ endpoint: ServiceEndpoint) throws {
        let bench = Bench()
        _ = try bench.done(.createGroup, "userId=u&groupId=g&groupName=n")
        _ = try bench.done(.createRooms, "chatroom[r]=n")
        let body = ServerAPITests.smallest(endpoint)
        let answer = try bench.post(endpoint.rawValue, body)
        #expect(answer.status == 200)
        let reply = try ServiceReply(endpoint, decoding: Array(answer.text.utf8).span, mode: .strict)
        // There is neither a discussion nor a key.
        let refused: [ServiceEndpoint: Int] = [.publishDiscussion: 21_406, .removeEntry: 23_427]
        #expect(reply.code == refused[endpoint] ?? 200, "\(answer.text)")
    }

    @Test("Several slashes at the beginning of a path count as one (API-088)")
    func slashes() throws {
        #expect(try Bench().post("//user/info.json", "userId=u").status == 200)
        #expect(try Bench().post("/user//info.json", "userId=u").status == 404)
    }

    @Test("A blocked user is disconnected and reconnects after the block (API-090)")
    func block() throws {
        let bench = Bench()
        let token = try bench.token("u")
        let client = bench.connect(token)
        #expect(client.refusal == nil)
        try bench.done(.blockUsers, "userId=u&minute=1")
        #expect(client.disconnected == 5)
        #expect(bench.connect(token).refusal == 9)
        #expect(try bench.done(.blockedUsers, "")["users"]?.elements?.count == 1)
        bench.now += 60_001
        #expect(bench.connect(token).refusal == nil)
        #expect(try bench.done(.blockedUsers, "")["users"]?.elements?.isEmpty == true)
    }

    @Test("A token issued before a time is rejected, and a new one is accepted (API-090)")
    func expiry() throws {
        let bench = Bench()
        let old = try bench.token("u")
        try bench.done(.expireTokens, "userId=u&time=9999999999999")
        #expect(bench.connect(old).refusal == 4)
        #expect(bench.connect(try bench.token("u")).refusal == nil)
        #expect(bench.connect(try bench.token("v")).refusal == nil)
    }

    @Test("Tokens are only issued for accepted ids (API-089)")
    func ids() throws {
        let bench = Bench()
        for id in ["", "a%40b", String(repeating: "u", count: 65)] {
            let answer = try bench.post("/user/getToken.json", "userId=\(id)&name=n")
            #expect(answer.text.contains("1002"), "\(id)")
            #expect(!answer.text.contains("token\":"))
        }
    }

    @Test("A message of a blacklisted sender is rejected (API-090)")
    func blacklist() throws {
        let bench = Bench()
        let client = bench.connect(try bench.token("eve"))
        _ = bench.connect(try bench.token("alice"))
        #expect(try client.send("ppMsgP", "alice") == 0)
        try bench.done(.addToBlacklist, "userId=alice&blackUserId=eve")
        #expect(try client.send("ppMsgP", "alice") == 405)
        let message = "fromUserId=eve&toUserId=alice&objectName=RC:TxtMsg&content={}"
        #expect(try bench.done(.publishPrivate, message).messageUIDs?.count == 1)
        #expect(try bench.done(.publishPrivate, message + "&verifyBlacklist=1").messageUIDs?.isEmpty == true)
        try bench.done(.removeFromBlacklist, "userId=alice&blackUserId=eve")
        #expect(try client.send("ppMsgP", "alice") == 0)
        try bench.done(.muteInPrivate, "userId=eve&state=1&type=PERSON")
        #expect(try client.send("ppMsgP", "alice") == 20_605)
    }

    @Test("Muted members of a group are rejected until the end of the mute (API-090)")
    func groupMute() throws {
        let bench = Bench()
        try bench.done(.createGroup, "userId=u&userId=v&groupId=g&groupName=n")
        let client = bench.connect(try bench.token("u"))
        #expect(try client.send("pgMsgP", "g") == 0)
        try bench.done(.muteInGroup, "userId=u&groupId=g&minute=2")
        #expect(try client.send("pgMsgP", "g") == 22_408)
        bench.now += 120_001
        #expect(try client.send("pgMsgP", "g") == 0)
        try bench.done(.muteInGroup, "userId=u&minute=0")
        #expect(try client.send("pgMsgP", "g") == 22_408)
        try bench.done(.unmuteInGroup, "userId=u")
        try bench.done(.muteGroups, "groupId=g")
        #expect(try client.send("pgMsgP", "g") == 22_408)
        try bench.done(.allowInMutedGroup, "userId=u&groupId=g")
        #expect(try client.send("pgMsgP", "g") == 0)
    }

    @Test("Synchronizing groups leaves the user in exactly the given ones")
    func sync() throws {
        let bench = Bench()
        try bench.done(.createGroup, "userId=u&groupId=g1&groupName=a")
        try bench.done(.createGroup, "userId=u&groupId=g2&groupName=b")
        try bench.done(.syncGroups, "userId=u&group[g2]=x&group[g3]=c")
        let groups = try bench.done(.groupsOfUser, "userId=u")["groups"]?.elements ?? []
        #expect(groups.compactMap { $0["id"]?.string } == ["g2", "g3"])
        #expect(groups.compactMap { $0["name"]?.string } == ["b", "c"])
        #expect(try bench.done(.groupMembers, "groupId=g1")["users"]?.elements?.isEmpty == true)
    }

    @Test("Muted users of a room are rejected, and blocked ones leave it (API-090)")
    func rooms() throws {
        let bench = Bench()
        try bench.done(.createRooms, "chatroom[r]=n")
        let client = bench.connect(try bench.token("u"))
        #expect(try client.ask("joinChrm", "r") == 0)
        #expect(try client.send("chatMsg", "r") == 0)
        for (list, end) in [(ServiceEndpoint.muteInRoom, ServiceEndpoint.unmuteInRoom), (.muteInRooms, .unmuteInRooms)]
        {
            try bench.done(list, "userId=u&chatroomId=r&minute=1")
            #expect(try client.send("chatMsg", "r") == 23_408)
            bench.now += 60_001
            #expect(try client.send("chatMsg", "r") == 0)
            try bench.done(list, "userId=u&chatroomId=r&minute=1")
            try bench.done(end, "userId=u&chatroomId=r")
            #expect(try client.send("chatMsg", "r") == 0)
        }
        try bench.done(.muteRoom, "chatroomId=r")
        #expect(try client.send("chatMsg", "r") == 23_408)
        try bench.done(.allowInMutedRoom, "userId=u&chatroomId=r")
        #expect(try client.send("chatMsg", "r") == 0)
        try bench.done(.blockInRoom, "userId=u&chatroomId=r&minute=1")
        #expect(try bench.done(.isInRoom, "userId=u&chatroomId=r")["isInChrm"]?.boolean == false)
        #expect(try client.ask("joinChrm", "r") == 23_409)
        bench.now += 60_001
        #expect(try client.ask("joinChrm", "r") == 0)
    }

    @Test("Creating rooms respects the limits of rooms and of the store")
    func roomLimit() throws {
        let bench = Bench()
        for page in 0..<10 {
            try bench.done(.createRooms, (0..<1_000).map { "chatroom[r\(page)-\($0)]=n" }.joined(separator: "&"))
        }
        #expect(try bench.post("/chatroom/create.json", "chatroom[more]=n").text.contains("\"code\":200") == false)
        #expect(bench.service.rooms.rooms.count == 10_000)
        let small = Bench(storeBytes: 65_536)
        for number in 0..<1_000 { _ = try small.post("/chatroom/create.json", "chatroom[r\(number)]=n") }
        #expect(small.service.used <= 65_536)
        #expect(small.service.rooms.rooms.count < 200)
    }

    @Test("Lists are limited by the store, and ended entries free their space")
    func bounds() throws {
        let bench = Bench(storeBytes: 262_144)
        var refused = 0
        for number in 0..<2_000 {
            let answer = try bench.post("/user/block.json", "userId=u\(number)&minute=1")
            if !answer.text.contains("\"code\":200") { refused += 1 }
        }
        #expect(refused > 0)
        #expect(bench.service.used <= 262_144)
        bench.now += 120_000
        try bench.done(.blockUsers, "userId=late&minute=1")
    }

    @Test("The lists survive in the memory")
    func memory() throws {
        let bench = Bench()
        try bench.done(.setTags, #"{"userId":"u","tags":["a","b"]}"#)
        try bench.done(.blockUsers, "userId=v&minute=5")
        try bench.done(.unblockUsers, "userId=v")
        try bench.done(.addToBlacklist, "userId=u&blackUserId=w")
        for lines in [bench.kept, ServerAPITests.memory(of: bench)] {
            let again = Bench()
            for line in lines { #expect(try again.service.read(RawJSON(text: line))) }
            #expect(try again.done(.tags, "userIds=u")["result"]?["u"]?.elements?.count == 2)
            #expect(try again.done(.blockedUsers, "")["users"]?.elements?.isEmpty == true)
            #expect(try again.done(.blacklist, "userId=u").texts("users") == ["w"])
        }
    }

    private static func memory(of bench: Bench) -> [String] {
        var lines: [String] = []
        bench.service.eachMemoryLine { lines.append($0) }
        return lines
    }

    @Test("A template is filled for each user and has its own limit")
    func template() throws {
        let bench = Bench()
        for user in ["a", "b"] { _ = bench.connect(try bench.token(user)) }
        let body =
            #"{"fromUserId":"s","toUserId":["a","b"],"objectName":"RC:TxtMsg","content":"{\"content\":\"Hi {n}\"}","#
            + #""values":[{"{n}":"\"Ann\""},{"{n}":"Bob"}]}"#
        #expect(try bench.done(.publishPrivateTemplate, body).messageUIDs?.map(\.userID) == ["a", "b"])
        let values = "[" + Array(repeating: "{}", count: 1_000).joined(separator: ",") + "]"
        let users = "[" + (0..<1_000).map { "\"u\($0)\"" }.joined(separator: ",") + "]"
        let large = String(repeating: "x", count: 100_000)
        let answer = try bench.post(
            "/message/private/publish_template.json",
            "{\"fromUserId\":\"s\",\"toUserId\":\(users),\"objectName\":\"a\",\"content\":\"\(large)\",\"values\":\(values)}"
        )
        #expect(answer.text.contains("1005"))
    }

    @Test("Numbers out of range are rejected without a trap (API-080)")
    func ranges() throws {
        let bench = Bench()
        try bench.done(.createRooms, "chatroom[r]=n")
        for number in ["-1", "0", "501", "9223372036854775807", "-9223372036854775808", "9223372036854775808"] {
            #expect(try bench.post("/chatroom/user/query.json", "chatroomId=r&count=\(number)&order=1").status == 400)
        }
        for number in ["-1", "0", "43201", "9223372036854775807", "-9223372036854775807"] {
            #expect(
                try bench.post("/chatroom/user/block/add.json", "userId=u&chatroomId=r&minute=\(number)").status == 400)
            #expect(try bench.post("/user/block.json", "userId=u&minute=\(number)").status == 400)
        }
        for number in ["0", "9223372036854775807"] {
            for path in ["/user/block/query.json", "/group/ban/query.json", "/chatroom/ban/query.json"] {
                let size = path == "/group/ban/query.json" ? "200" : number
                #expect(try bench.post(path, "page=\(number)&size=\(size)").status == 200)
            }
            #expect(try bench.post("/message/expansion/query.json", "msgUID=m&pageNo=\(number)").status == 200)
        }
    }

    /// Returns a body that the service accepts.
    private static func smallest(_ endpoint: ServiceEndpoint) -> String {
        switch endpoint {
        case .createRooms: "chatroom[r]=n"
        case .setTags: #"{"userId":"u","tags":["t"]}"#
        case .setTagsOfUsers: #"{"userIds":["u"],"tags":["t"]}"#
        case .publishPrivateTemplate, .publishSystemTemplate:
            #"{"fromUserId":"u","toUserId":["v"],"objectName":"a","content":"c","values":[{}]}"#
        case .addWords: #"{"words":[{"word":"w"}]}"#
        case .push, .pushCustom: #"{"platform":["ios"],"audience":{},"notification":{}}"#
        case .pushToUsers: #"{"userIds":["u"],"notification":{}}"#
        case .removeEntry: "chatroomId=r&userId=u&key=none"
        default:
            "userId=u&groupId=g&chatroomId=r&minute=1&count=1&order=1&blackUserId=v&whiteUserId=v&userIds=u&state=1"
                + "&type=1&startTime=s&period=1&remarks=[]&targetId=v&groupName=n&remark=m&fromUserId=u&toUserId=v"
                + "&toGroupId=g&toDiscussionId=d&toChatroomId=r&objectName=a&content=c&conversationType=1&messageUID=m"
                + "&sentTime=1&msgUID=m&extraKeyVal={}&extraKey=[]&date=2026112310&requestId=u&unpushLevel=1&setTop=1"
                + "&word=w&words=w&destroyType=0&objectnames=a&key=k&value=v&entryOwnerId=u&entryInfo={}&time=1"
        }
    }
}
