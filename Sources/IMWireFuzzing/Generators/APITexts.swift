// SPDX-License-Identifier: Apache-2.0

import IMWireTestSupport

/// A generator and mutator for the texts of the server API: forms, URLs and answers.
enum APITexts {
    /// The names of fields and members.
    static let words = [
        "userId", "name", "portraitUri", "fromUserId", "toUserId", "toGroupId", "toChatroomId", "toDiscussionId",
        "objectName", "content", "pushContent", "pushData", "isPersisted", "isCounted", "isIncludeSender", "count",
        "verifyBlacklist", "contentAvailable", "expansion", "disablePush", "pushExt", "isMentioned", "os",
        "conversationType", "targetId", "messageUID", "sentTime", "isAdmin", "isDelete", "extra", "chatroomId",
        "minute", "order", "objectnames", "chatroom%5Br%5D", "channelType", "msgTimestamp", "msgUID", "sensitiveType",
        "source", "appKey", "nonce", "timestamp", "signTimestamp", "signature", "appId", "token", "sdkVer", "apiVer",
        "pid", "code", "errorMessage", "msg", "chatRooms", "chrmId", "time", "total", "users", "id", "whitlistMsgType",
        "objectNames", "chatroomIds", "userid", "status",
    ]

    private static let values = [
        "u1", "", "0", "1", "2", "true", "False", "-1", "43200", "43201", "9223372036854775808", "RC%3ATxtMsg",
        "%7B%7D", "%E5%BC%A0", "+", "%2", "%zz", "%ff", "%00", "a=b", "PERSON", "007", "normal",
    ]

    private static let lists = [
        "fromUserId=u&toUserId=t&objectName=RC%3ATxtMsg&content=%7B%7D",
        "fromUserId=u&toGroupId=g&toUserId=a&objectName=a&content=c&isMentioned=1",
        "fromUserId=u&toChatroomId=r&objectName=a&content=c", "fromUserId=u&objectName=a&content=c&os=iOS",
        "fromUserId=u&conversationType=4&targetId=r&messageUID=5FGT&sentTime=1507778882124&isAdmin=1",
        "userId=u1&name=n&portraitUri=p", "userId=u1&userId=u2&chatroomId=r1&minute=43200",
        "chatroomId=r1&count=5&order=2", "chatroom%5Br1%5D=a&chatroom%5Br%5B2%5D%5D=b", "objectnames=a&objectnames=b",
        "nonce=1&signTimestamp=2&signature=e5", "fromUserId=u&toUserId=t&objectName=a&content=c&channelType=GROUP",
        "ws://h/websocket?appId=k&token=t%2B&sdkVer=4.2.0", "wss://a.b:80/websocket?token=t&appId=k&pid=1",
    ]

    private static let answers = [
        #"{"code":200,"userId":"u","token":"t"}"#, #"{"code":1004,"errorMessage":"no"}"#, #"{"code":200}"#,
        #"{"code":200,"total":2,"users":["a",{"id":"b","time":"c"},{"userId":"d"}]}"#,
        #"{"code":200,"chatRooms":[{"chrmId":"1","name":"n","time":"t"}],"chatroomIds":["r"]}"#,
        #"[{"userid":"u1","status":"0","os":"iOS","time":1437982698082}]"#, "[]",
    ]

    /// Returns a text that a service accepts, or nearly accepts.
    static func text(isJSON: Bool, _ random: inout SeededRandom) -> [UInt8] {
        if isJSON { return Array(EdgeValues.pick(answers, &random).utf8) }
        if random.chance(60) { return Array(EdgeValues.pick(lists, &random).utf8) }
        let fields = (0..<random.pick(0...8)).map { _ in field(&random) }
        return Array(fields.joined(separator: "&").utf8)
    }

    private static func field(_ random: inout SeededRandom) -> String {
        EdgeValues.pick(words, &random) + "=" + EdgeValues.pick(values, &random)
    }

    /// Mutates one field of a form: duplicates it, removes it, inserts one, or changes its name or value.
    static func mutate(_ input: inout [UInt8], _ random: inout SeededRandom) {
        var fields = input.dropFirst().split(separator: .ampersand, omittingEmptySubsequences: false).map { Array($0) }
        PartMutator.mutate(&fields, with: [], &random, new: { Array(field(&$0).utf8) }) { field, random in
            if random.chance(50) {
                field = field.prefix { $0 != .equals } + [.equals] + Array(EdgeValues.pick(values, &random).utf8)
            } else {
                field = Array(EdgeValues.pick(words, &random).utf8) + field.drop { $0 != .equals }
            }
        }
        input = Array(input.prefix(1)) + fields.joined(separator: [.ampersand])
    }

    /// Returns texts that are smaller by one field.
    static func smaller(_ input: [UInt8]) -> [[UInt8]] {
        let fields = input.dropFirst().split(separator: .ampersand, omittingEmptySubsequences: false).map { Array($0) }
        return fields.withoutOne.map { Array(input.prefix(1)) + $0.joined(separator: [.ampersand]) }
    }
}
