// SPDX-License-Identifier: Apache-2.0

import CAllocations
import IMWire
import Testing

/// Whether the build is optimized; debug builds allocate for closures and casts that optimized builds do not.
private let isOptimized: Bool = {
    #if DEBUG
    false
    #else
    true
    #endif
}()

@Suite("Allocations", .enabled(if: imwire_counts_allocations() && isOptimized, "counted in optimized builds only"))
struct AllocationTests {
    private static let contents: [(ObjectName, String)] = [
        ("RC:TxtMsg", #"{"content":"Hello world!","extra":""}"#),
        (
            "RC:TxtMsg",
            #"{"content":"你好，世界","user":{"id":"u1","name":"王小明","portrait":"https://e.com/a"},"mentionedInfo":{"type":1}}"#
        ),
        ("RC:TxtMsg", #"{"content":"a\n\u4f60","x":1.50,"y":{"z":[1,2,3]},"v":null,"user":{"id":"u1","own":true}}"#),
        ("RC:LBSMsg", #"{"content":"bhZPzJXimRwrtvc=","latitude":39.9139,"longitude":116.3917,"poi":"北京市"}"#),
        ("RC:VcMsg", #"{"content":"\#(String(repeating: "QUJD", count: 1_000))","duration":7}"#),
        ("RC:GrpNtf", #"{"operatorUserId":"4324","operation":"Rename","data":"本地生活","message":"改名","extra":""}"#),
        (
            "RC:CombineMsg",
            #"{"remoteUrl":"https://e.com/1.html","conversationType":3,"nameList":["a","b"],"summaryList":["c"]}"#
        ),
        ("RC:TxtMsg", "{" + (0..<200).map { "\"k\($0)\":1" }.joined(separator: ",") + #","content":"a"}"#),
        ("app:Unknown", #"whatever it is"#),
    ]

    @Test("Validating a content allocates nothing once the buffers are warm", arguments: contents)
    func validating(objectName: ObjectName, text: String) throws {
        let bytes = Array(text.utf8)
        var validator = ContentValidator()
        for _ in 0..<3 { try validator.validate(bytes.span, as: objectName) }
        try #require(validator.deviations.isEmpty)
        let before = imwire_allocations()
        for _ in 0..<100 { try validator.validate(bytes.span, as: objectName) }
        #expect(imwire_allocations() - before == 0)
    }

    @Test("Encoding into a reused buffer allocates nothing")
    func encoding() throws {
        let message = try TextMessage(
            json: Array(#"{"content":"明天三点 \"开会\"","extra":"e","user":{"id":"u1","name":"王小明"},"x":1.50}"#.utf8))
        var buffer: [UInt8] = []
        message.encode(into: &buffer)
        let before = imwire_allocations()
        for _ in 0..<100 { message.encode(into: &buffer) }
        #expect(imwire_allocations() - before == 0)
        #expect(buffer == message.encoded())
    }

    @Test("Decoding allocates only long strings and their storage")
    func decoding() throws {
        let bytes = Array(#"{"content":"a text of more than fifteen bytes","extra":""}"#.utf8)
        _ = try TextMessage.decode(bytes.span)
        let before = imwire_allocations()
        for _ in 0..<100 { _ = try TextMessage.decode(bytes.span) }
        #expect(imwire_allocations() - before == 100)
    }
}
