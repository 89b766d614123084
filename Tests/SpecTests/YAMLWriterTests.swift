// SPDX-License-Identifier: Apache-2.0

import Schemas
import SpecGenerator
import Testing

@Suite("YAML")
struct YAMLWriterTests {
    @Test("Texts that a reader would take for another value are quoted, and collections are blocks")
    func block() {
        let value: PlainJSON = [
            "plain": "a text", "200": "no", "colon": "a: b", "empty": "", "path": "/user/info.json",
            "flag": true, "number": 7, "list": [1, ["a": "x", "b": [:]], []], "accent": "é", "quote": "\"",
        ]
        let expected = """
            # written
            plain: a text
            "200": "no"
            colon: "a: b"
            empty: ""
            path: /user/info.json
            flag: true
            number: 7
            list:
              - 1
              - a: x
                b: {}
              - []
            accent: "é"
            quote: "\\""

            """
        #expect(YAMLWriter.file(value, comment: ["written"]) == expected)
    }

    @Test("Long texts are folded at single spaces, and stay in one line if they have others")
    func folded() {
        let words = Array(repeating: "word", count: 40).joined(separator: " ")
        let value: PlainJSON = ["a": ["b": .string(words)], "c": .string(words + "  x")]
        let first = Array(repeating: "word", count: 23).joined(separator: " ")
        let second = Array(repeating: "word", count: 17).joined(separator: " ")
        #expect(
            YAMLWriter.file(value, comment: []) == """
                a:
                  b: >-
                    \(first)
                    \(second)
                c: \(words)  x

                """)
    }
}
