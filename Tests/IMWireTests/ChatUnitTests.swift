// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Chat: frames")
struct ChatUnitTests {
    private let system = #"{"messageType":"system"}"#

    @Test("A message is an object (CHT-001)", arguments: ["7", "\"x\"", "null", " true ", "-1.5"])
    func notAnObject(unit: String) {
        let start = unit.utf8.count - unit.drop { $0 == " " }.utf8.count
        for mode in [DecodingMode.lenient, .strict] {
            #expect(chatItems(unit, mode: mode).map(\.error) == [DecodeError(.messageType, offset: start)])
        }
    }

    @Test("Invalid JSON is rejected (CNT-010 to CNT-013)")
    func notJSON() {
        #expect(lenient("") == "json.syntax at byte 0")
        #expect(lenient("hello") == "json.syntax at byte 0")
        #expect(lenient("\u{feff}\(system)") == "json.bom at byte 0")
        #expect(lenient(system + "x") == "json.trailing at byte 24")
        #expect(lenient(#"{"messageType":"system""#) == "json.syntax at byte 23")
        #expect(lenient(#"{"messageType":"system",}"#) == "json.syntax at byte 24")
        var reader = ChatMessageDecoder()
        #expect(reader.decodeUnit([0x7b, 0x22, 0xff, 0x22].span).first?.error?.code == .jsonUTF8)
    }

    @Test("An array is a batch with one item for each element (CHT-060)")
    func arrays() throws {
        let items = chatItems(
            #" [ {"messageType":"system"} , 7,{"messageType":"validate","code":{}},{"beatID":"beatID"} ] "#)
        #expect(items.map(\.kind) == [.system, nil, .validate, .heartbeat])
        #expect(items.map(\.position?.index) == [0, 1, 2, 3])
        #expect(items.allSatisfy { $0.position?.count == 4 })
        #expect(items.map(\.offset) == [3, 30, 32, 69])
        #expect(items[1].error == DecodeError(.messageType, offset: 30))
        #expect(items[2].deviations.contains(Deviation(.init(140), offset: 65, path: "/code")))
    }

    @Test(
        "An array that is not well-formed yields no message (CHT-061)",
        arguments: [
            "[", "[]x", #"[{"messageType":"system"}"#, #"[{"messageType":"system"},]"#,
            #"[{"messageType":"system"} 7]"#,
            "[,]", "[beatID]", "[\u{feff}]",
        ])
    func brokenArrays(unit: String) {
        let items = chatItems(unit)
        #expect(items.count == 1)
        #expect(items.first?.error?.code.rawValue.hasPrefix("json.") == true)
        #expect(items.first?.position == nil)
    }

    @Test("A strict error rejects one element")
    func strictElements() {
        let items = chatItems(
            #"[{"messageType":"system","x":"\ud800"},{"messageType":"system"},{"a":1,"a":2},"\udc00"]"#, mode: .strict)
        #expect(items.map { $0.error?.code } == [.jsonSurrogate, nil, .jsonDuplicate, .jsonSurrogate])
        #expect(items[0].error?.offset == 30)
    }

    @Test("An empty array yields no message and is counted (CHT-062)")
    func emptyArrays() {
        var reader = ChatMessageDecoder()
        #expect(reader.decodeUnit(Array("[]".utf8).span).isEmpty)
        #expect(reader.decodeUnit(Array(" [ \n] ".utf8).span).isEmpty)
        #expect(reader.emptyArrays == 2)
    }

    @Test("A deviation of the line is reported for each of its messages (CHT-063)")
    func lineDeviations() {
        var reader = ChatMessageDecoder()
        let line = Deviation(Deviation.ID(114), offset: 0)
        let items = reader.decodeUnit(
            Array("[\(system),{\"code\":\"1\",\"messageType\":\"system\"}]".utf8).span, deviations: [line])
        #expect(items.map(ids) == [["DEV-114"], ["DEV-104", "DEV-114"]])
        #expect(reader.decodeUnit(Array("beatID".utf8).span, deviations: [line]).map(ids) == [["DEV-114"]])
    }

    @Test("Offsets count from the start of the frame")
    func offsets() {
        var reader = ChatMessageDecoder()
        let items = reader.decodeUnit(Array("[\(system),7]".utf8).span, offset: 100)
        #expect(items[0].offset == 101)
        #expect(items[1].error?.offset == 126)
        // The code is a string (DEV-104).
        let coded = reader.decodeUnit(Array(#"[{"messageType":"system","code":"7"}]"#.utf8).span, offset: 100)
        #expect(coded.first?.deviations.map(\.offset) == [132])
    }

    @Test("The number and the size of messages are limited (FRM-068, FRM-069)")
    func limits() {
        var reader = ChatMessageDecoder()
        reader.batchMessages = 2
        #expect(reader.decodeUnit(Array("[\(system),\(system)]".utf8).span).count == 2)
        #expect(
            reader.decodeUnit(Array("[\(system),\(system),\(system)]".utf8).span).map(\.error)
                == [DecodeError(.frameBatchLimit, offset: 51)])
        reader.messageBytes = 24
        #expect(reader.decodeUnit(Array(system.utf8).span).first?.kind == .system)
        #expect(reader.decodeUnit(Array((system + " ").utf8).span).first?.error == DecodeError(.limitSize, offset: 0))
        let items = reader.decodeUnit(Array(" [ \(system) , {\"messageType\":\"system\" }]".utf8).span)
        #expect(items.map(\.kind) == [.system, nil])
        #expect(items[1].error == DecodeError(.limitSize, offset: 30))
    }

    @Test("The limits of contents apply to messages, and all but depth separately to each element of an array")
    func contentLimits() {
        var limits = DecodingLimits()
        limits.depth = 2
        limits.members = 2
        limits.stringBytes = 20
        var reader = ChatMessageDecoder(limits: limits)
        #expect(reader.decodeUnit(Array(#"[{"messageType":"x","a":[]}]"#.utf8).span).first?.kind == .unknown)
        #expect(
            reader.decodeUnit(Array(#"{"messageType":"x","a":[[]]}"#.utf8).span).first?.error
                == DecodeError(.limitDepth, offset: 24, path: "/?"))
        let deep = reader.decodeUnit(Array(#"[\#(system),{"messageType":"x","a":[[]]}]"#.utf8).span)
        #expect(deep.map { $0.error?.code } == [.limitDepth])
        #expect(deep.first?.error?.offset == 50)
        let items = reader.decodeUnit(
            Array(#"[{"a":1,"b":2,"c":3},{"a":"123456789012345678901"},\#(system)]"#.utf8).span)
        #expect(items.map { $0.error?.code } == [.limitMembers, .limitString, nil])
        // The array around the messages adds a level to the limit, which must not overflow.
        limits.depth = .max
        var unlimited = ChatMessageDecoder(limits: limits)
        let nested = unlimited.decodeUnit(Array(#"[{"messageType":"x","a":[[]]}]"#.utf8).span)
        #expect(nested.map(\.kind) == [.unknown])
    }

    @Test("A message of a batch is an object, neither an array nor a bare heartbeat (FRM-070, CHT-030)")
    func batched() {
        let reader = ChatMessageDecoder()
        let place = ChatBatchPosition(index: 1, count: 2)
        let item = reader.decodeMessage(Array(system.utf8).span, offset: 8, position: place)
        #expect(item.kind == .system && item.position == place && item.offset == 8)
        #expect(reader.decodeMessage(Array("[]".utf8).span, offset: 36).error == DecodeError(.messageType, offset: 36))
        #expect(reader.decodeMessage(Array("beatID".utf8).span).error?.code == .jsonSyntax)
        #expect(reader.decodeMessage(Array(#"{"beatID":"beatID"}"#.utf8).span).kind == .heartbeat)
    }
}
