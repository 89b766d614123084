// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

@Suite("Contents through the testee protocol")
struct ContentTesteeTests {
    private func answer(_ content: String, _ members: String = "") -> String {
        let bytes = Base64.encode(Array(content.utf8))
        let line = #"{"id":1,"op":"content.decode","objectName":"RC:TypSts","bytes":"\#(bytes)"\#(members)}"#
        return String(decoding: CodecTestee().answer(line: Array(line.utf8).span), as: UTF8.self)
    }

    @Test("A typed content of more than 512 levels is answered as JSON if the limit allows it")
    func deep() {
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let content = #"{"typingContentType":"t","x":\#(deep)}"#
        #expect(
            answer(content, #","limits":{"depth":1000}"#)
                == #"{"id":1,"ok":{"value":\#(content),"unknown":["x"],"deviations":[]}}"#)
        #expect(answer(content).hasPrefix(#"{"id":1,"error":{"code":"limit.depth""#))
    }

    @Test("Names of unknown members keep an unpaired surrogate and include those of unparsed members")
    func names() {
        let content = #"{"\ud800":1,"typingContentType":[],"\udbff":2,"\u0078":3}"#
        #expect(
            answer(content)
                == #"{"id":1,"ok":{"value":\#(content),"unknown":["\ud800","typingContentType","\udbff","x"],"#
                + #""deviations":["DEV-109","DEV-140"]}}"#)
    }
}
