// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Suite("Messages through the server API")
struct MessageTests {
    private let content = #"{"content":"你好 & 再见"}"#
    private let encoded = "%7B%22content%22%3A%22%E4%BD%A0%E5%A5%BD%20%26%20%E5%86%8D%E8%A7%81%22%7D"

    @Test("A message to users has repeated receivers in order and JSON content in a field (API-050, API-051, API-052)")
    func privateMessage() throws {
        var options = PublishOptions()
        options.pushContent = "新消息"
        options.pushData = #"{"a":1}"#
        options.badge = -1
        options.verifyBlacklist = true
        options.isPersisted = false
        options.isCounted = true
        options.isIncludeSender = true
        options.expansion = true
        options.disablePush = false
        options.pushExt = "x=y"
        let request = PublishRequest(
            .private, from: "u 1", to: ["u3", "u2"], objectName: "RC:TxtMsg", content: content, options: options)
        let form =
            "fromUserId=u%201&toUserId=u3&toUserId=u2&objectName=RC%3ATxtMsg&content=\(encoded)"
            + "&pushContent=%E6%96%B0%E6%B6%88%E6%81%AF&pushData=%7B%22a%22%3A1%7D&count=-1&verifyBlacklist=1"
            + "&isPersisted=0&isCounted=1&isIncludeSender=1&expansion=true&disablePush=false&pushExt=x%3Dy"
        #expect(request.path == "/message/private/publish.json")
        #expect(try text(request.encoded()) == form)
        let read = try PublishRequest(.private, decoding: bytes(form).span, mode: .strict)
        #expect(read == request)
        guard case .known(let content) = try read.decodedContent().value else {
            Issue.record("the content is not known")
            return
        }
        #expect((content as? TextMessage)?.content == "你好 & 再见")
    }

    @Test("The shortest message to each endpoint equals a form derived by hand", arguments: PublishEndpoint.allCases)
    func shortest(_ endpoint: PublishEndpoint) throws {
        let target =
            switch endpoint {
            case .private, .system, .privateStatus: "&toUserId=t"
            case .group, .groupStatus: "&toGroupId=t"
            case .discussion: "&toDiscussionId=t"
            case .chatroom: "&toChatroomId=t"
            case .broadcast, .chatroomBroadcast: ""
            }
        let form = "fromUserId=u\(target)&objectName=app%3AGift&content=not%20JSON"
        let request = PublishRequest(
            endpoint, from: "u", to: target.isEmpty ? [] : ["t"], objectName: "app:Gift", content: "not JSON")
        #expect(try text(request.encoded()) == form)
        #expect(try PublishRequest(endpoint, decoding: bytes(form).span, mode: .strict) == request)
        guard case .unknown(let unknown) = try request.decodedContent().value else {
            Issue.record("a type of one's own is not known")
            return
        }
        #expect(unknown.bytes == bytes("not JSON"))
    }

    @Test("A message has the number of recipients that its path permits (API-050)")
    func targetCounts() {
        #expect(PublishEndpoint.private.targetCount == 1...1_000)
        #expect(PublishEndpoint.group.targetCount == 1...3)
        #expect(PublishEndpoint.system.targetCount == 1...100)
        #expect(PublishEndpoint.groupStatus.targetCount == 1...3)
        #expect(PublishEndpoint.broadcast.targetCount == 0...0)
    }

    @Test("A typed content is encoded by its own rules")
    func typedContent() throws {
        var message = try TextMessage(json: bytes(#"{"extra":"e","content":"hi"}"#))
        message.content = "=&+"
        let request = PublishRequest(.chatroom, from: "u", to: ["r1", "r2"], content: message)
        #expect(
            try text(request.encoded())
                == "fromUserId=u&toChatroomId=r1&toChatroomId=r2&objectName=RC%3ATxtMsg"
                + "&content=%7B%22content%22%3A%22%3D%26%2B%22%2C%22extra%22%3A%22e%22%7D")
    }

    @Test("A message to some members of a group contains them and its mentions (API-050, API-053)")
    func group() throws {
        var options = PublishOptions()
        options.onlyUsers = ["m1", "m2"]
        options.isMentioned = true
        let request = PublishRequest(
            .group, from: "u", to: ["g"], objectName: "RC:TxtMsg", content: "{}", options: options)
        let form =
            "fromUserId=u&toGroupId=g&toUserId=m1&toUserId=m2&objectName=RC%3ATxtMsg&content=%7B%7D&isMentioned=1"
        #expect(try text(request.encoded()) == form)
        #expect(try PublishRequest(.group, decoding: bytes(form).span, mode: .strict) == request)
    }

    @Test("A field that an endpoint does not accept is rejected (API-021)")
    func refusedWriting() {
        func error(_ endpoint: PublishEndpoint, _ change: (inout PublishRequest) -> Void) -> EncodeError? {
            let target = endpoint.targetField == nil ? [] : ["t"]
            var request = PublishRequest(endpoint, from: "u", to: target, objectName: "a", content: "c")
            change(&request)
            return refusal(writing: { () throws(EncodeError) in try request.encoded() })
        }
        for endpoint in PublishEndpoint.allCases { #expect(error(endpoint) { _ in } == nil) }
        #expect(error(.chatroom) { $0.options.pushContent = "p" } == EncodeError(.field, path: "/pushContent"))
        #expect(error(.private) { $0.options.isMentioned = true } == EncodeError(.field, path: "/isMentioned"))
        #expect(error(.private) { $0.options.onlyUsers = ["m"] } == EncodeError(.field, path: "/toUserId"))
        #expect(error(.broadcast) { $0.targets = ["t"] } == EncodeError(.field, path: "/targets"))
        #expect(error(.private) { $0.targets = [] } == EncodeError(.field, path: "/toUserId"))
        #expect(error(.private) { $0.options.badge = 10_000 } == EncodeError(.field, path: "/count"))
        #expect(error(.private) { $0.objectName = "" } == EncodeError(.field, path: "/objectName"))
        #expect(error(.private) { $0.content = "" } == EncodeError(.field, path: "/content"))
        let many = Array(repeating: "t", count: 1001)
        for (endpoint, most) in [(PublishEndpoint.private, 1000), (.system, 100), (.group, 3), (.discussion, 1)] {
            #expect(error(endpoint) { $0.targets = Array(many.prefix(most)) } == nil)
            #expect(error(endpoint) { $0.targets = Array(many.prefix(most + 1)) }?.code == .field)
        }
        let long = String(repeating: "c", count: 131_072)
        #expect(error(.private) { $0.content = long } == nil)
        #expect(error(.private) { $0.content = long + "c" } == EncodeError(.size, path: "/content"))
    }

    @Test("Flags in other spellings and invalid numbers are reported (API-017, API-080, API-022)")
    func flags() throws {
        let start = "fromUserId=u&toUserId=t&objectName=a&content=c"
        func read(_ rest: String, _ mode: DecodingMode) throws(DecodeError) -> PublishOptions {
            try PublishRequest(.private, decoding: bytes(start + rest).span, mode: mode).options
        }
        #expect(try read("&expansion=True&isPersisted=False", .lenient).expansion == true)
        #expect(try read("&expansion=True&isPersisted=False", .lenient).isPersisted == false)
        let spelling = refusal { () throws(DecodeError) in try read("&expansion=True", .strict) }
        #expect(spelling == DecodeError(.formValue, offset: start.utf8.count + 11, path: "/expansion"))
        for rest in ["&isPersisted=2", "&isPersisted=", "&count=1.0", "&count=", "&count=+1", "&count=--1"] {
            for mode in [DecodingMode.lenient, .strict] {
                #expect(refusal { () throws(DecodeError) in try read(rest, mode) }?.code == .formValue, "\(rest)")
            }
        }
        #expect(try read("&count=9999", .lenient).badge == 9_999)
        for mode in [DecodingMode.lenient, .strict] {
            #expect(refusal { () throws(DecodeError) in try read("&count=10000", mode) }?.code == .formValue)
        }
        // The first receiver beyond the limit of the service is reported.
        let many = String(repeating: "toUserId=t&", count: 101) + "fromUserId=u&objectName=a&content=c"
        for mode in [DecodingMode.lenient, .strict] {
            let surplus = refusal { () throws(DecodeError) in
                try PublishRequest(.system, decoding: bytes(many).span, mode: mode)
            }
            #expect(surplus == DecodeError(.formValue, offset: 1100, path: "/toUserId"))
        }
    }

    @Test("A recall encodes to its form (API-054)")
    func recall() throws {
        var request = RecallRequest(
            from: "u", in: .chatroom, "r", messageUID: "5FGT-7VA9-G4DD-4V5P", sentTime: 1_507_778_882_124)
        request.isAdmin = true
        request.isDelete = false
        request.extra = "备注"
        let form =
            "fromUserId=u&conversationType=4&targetId=r&messageUID=5FGT-7VA9-G4DD-4V5P&sentTime=1507778882124"
            + "&isAdmin=1&isDelete=0&extra=%E5%A4%87%E6%B3%A8"
        #expect(request.path == "/message/recall.json")
        #expect(try text(request.encoded()) == form)
        #expect(try RecallRequest(decoding: bytes(form).span, mode: .strict) == request)
        let read = try RecallRequest(decoding: bytes(form + "&x=1").span, mode: .strict)
        #expect(read.isAdmin == true && read.isDelete == false)
        #expect(read.unknownFields == [FormField("x", "1")])
        #expect(try text(read.encoded()) == form + "&x=1")
    }
}
