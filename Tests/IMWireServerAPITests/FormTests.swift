// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Suite("Forms")
struct FormTests {
    /// Names and values, and their form, worked out by hand from RFC 3986 and the tables of UTF-8.
    static let written: [([FormField], String)] = [
        ([], ""),
        ([FormField("a", "1")], "a=1"),
        ([FormField("a", "")], "a="),
        ([FormField("", "a")], "=a"),
        ([FormField("name", "张三")], "name=%E5%BC%A0%E4%B8%89"),
        ([FormField("名", "值")], "%E5%90%8D=%E5%80%BC"),
        ([FormField("e", "😀")], "e=%F0%9F%98%80"),
        ([FormField("s", "a b")], "s=a%20b"),
        ([FormField("s", "a+b")], "s=a%2Bb"),
        ([FormField("s", "100%")], "s=100%25"),
        ([FormField("s", "%41")], "s=%2541"),
        ([FormField("u", "-._~")], "u=-._~"),
        ([FormField("r", ":/?#[]@!$&'()*+,;=")], "r=%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D"),
        ([FormField("o", "\"<>\\^`{|}")], "o=%22%3C%3E%5C%5E%60%7B%7C%7D"),
        ([FormField("c", "\u{0}\t\r\n\u{7f}")], "c=%00%09%0D%0A%7F"),
        ([FormField("a=b", "c&d")], "a%3Db=c%26d"),
        (
            [FormField("toUserId", "u2"), FormField("x", "1"), FormField("toUserId", "u1")],
            "toUserId=u2&x=1&toUserId=u1"
        ),
        ([FormField("d", "e\u{301}"), FormField("d", "\u{e9}")], "d=e%CC%81&d=%C3%A9"),
        ([FormField("chatroom[r1]", "大厅")], "chatroom%5Br1%5D=%E5%A4%A7%E5%8E%85"),
        (
            [FormField("content", #"{"content":"你好 & 再见"}"#)],
            "content=%7B%22content%22%3A%22%E4%BD%A0%E5%A5%BD%20%26%20%E5%86%8D%E8%A7%81%22%7D"
        ),
    ]

    @Test("A form is written as specified and decodes to the same fields (API-010, API-011)", arguments: written)
    func goldens(_ fields: [FormField], _ expected: String) throws {
        let form = URLEncodedForm(fields)
        #expect(text(form.encoded()) == expected)
        #expect(try URLEncodedForm(decoding: bytes(expected).span) == form)
        if fields.first?.name != "" {
            #expect(try URLEncodedForm(decoding: bytes(expected).span, mode: .strict) == form)
        }
    }

    @Test("Every ASCII byte and every length of UTF-8 survives a round trip (API-011, API-013)")
    func everyScalar() throws {
        for value in Array(0...0x7ff) + [0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff] {
            let scalar = try #require(Unicode.Scalar(value))
            let form = URLEncodedForm([FormField(String(scalar), "<\(scalar)>")])
            let written = form.encoded()
            #expect(written.allSatisfy { 0x21...0x7e ~= $0 })
            #expect(try URLEncodedForm(decoding: written.span, mode: .strict) == form)
        }
    }

    /// Forms of other writers, and their fields.
    static let read: [(String, [FormField])] = [
        ("a=b+c", [FormField("a", "b c")]),
        ("a=b%20c", [FormField("a", "b c")]),
        ("a=%e4%b8%ad", [FormField("a", "中")]),
        ("a=%41%42", [FormField("a", "AB")]),
        ("a=%2541", [FormField("a", "%41")]),
        ("a=*'()!", [FormField("a", "*'()!")]),
    ]

    @Test("The escapes of other encoders decode in both modes (API-013)", arguments: read)
    func reading(_ form: String, _ fields: [FormField]) throws {
        for mode in [DecodingMode.lenient, .strict] {
            #expect(try URLEncodedForm(decoding: bytes(form).span, mode: mode).fields == fields)
        }
    }

    /// Forms that only lenient mode reads, and the error of strict mode with its offset.
    static let tolerated: [(String, [FormField], DecodeError)] = [
        ("a", [FormField("a", "")], DecodeError(.formSyntax, offset: 1)),
        ("a=b=c", [FormField("a", "b=c")], DecodeError(.formSyntax, offset: 3)),
        ("a=*/:", [FormField("a", "*/:")], DecodeError(.formSyntax, offset: 3)),
        ("a=1&b", [FormField("a", "1"), FormField("b", "")], DecodeError(.formSyntax, offset: 5)),
        ("a=1&&b=2", [FormField("a", "1"), FormField("b", "2")], DecodeError(.formSyntax, offset: 4)),
        ("&a=1", [FormField("a", "1")], DecodeError(.formSyntax, offset: 0)),
        ("a=1&", [FormField("a", "1")], DecodeError(.formSyntax, offset: 4)),
        ("=1", [FormField("", "1")], DecodeError(.formSyntax, offset: 0)),
        ("name=张三", [FormField("name", "张三")], DecodeError(.formSyntax, offset: 5)),
        ("a=b c", [FormField("a", "b c")], DecodeError(.formSyntax, offset: 3)),
        ("a=%", [FormField("a", "%")], DecodeError(.formPercent, offset: 2)),
        ("a=%4", [FormField("a", "%4")], DecodeError(.formPercent, offset: 2)),
        ("a=%4g", [FormField("a", "%4g")], DecodeError(.formPercent, offset: 2)),
        ("a=100%&b=%41", [FormField("a", "100%"), FormField("b", "A")], DecodeError(.formPercent, offset: 5)),
        ("a=%4&1=2", [FormField("a", "%4"), FormField("1", "2")], DecodeError(.formPercent, offset: 2)),
    ]

    @Test("Lenient mode decodes forms that strict mode rejects (API-012, API-013)", arguments: tolerated)
    func leniency(_ form: String, _ fields: [FormField], _ error: DecodeError) throws {
        #expect(try URLEncodedForm(decoding: bytes(form).span).fields == fields)
        #expect(
            refusal { () throws(DecodeError) in try URLEncodedForm(decoding: bytes(form).span, mode: .strict) } == error
        )
    }

    /// Forms that decode to ill-formed UTF-8, and the offset of the error.
    static let broken: [(String, Int)] = [
        ("a=%FF", 2), ("a=%E4%B8", 2), ("a=x%E4%B8y", 3), ("a=%C0%80", 2), ("a=%ED%A0%BD%ED%B8%80", 2),
        ("a=%F5%80%80%80", 2), ("a=%E4%B8%AD%80", 11), ("%80=1", 0), ("a=1&b=%E4+", 6), ("a=a%41%80", 6),
    ]

    @Test("Ill-formed UTF-8 is rejected at its offset in both modes (API-014)", arguments: broken)
    func illFormed(_ form: String, _ offset: Int) {
        for mode in [DecodingMode.lenient, .strict] {
            #expect(
                refusal { () throws(DecodeError) in try URLEncodedForm(decoding: bytes(form).span, mode: mode) }
                    == DecodeError(.formUTF8, offset: offset))
        }
    }

    @Test("A lenient reader accepts a flag in any case, and only a service refuses surplus values (API-022, API-080)")
    func rules() throws {
        let rules = [FieldRule("flag", .bit), FieldRule("user", .text(1...64), 1...2)]
        let form = bytes("flag=True&user=a&user=b&user=c")
        var reader = try FormDecoder(form.span, rules, .lenient, FormLimits())
        let flag = try reader.flag("flag")
        let users = try reader.values("user")
        #expect(flag == true && users == ["a", "b", "c"])
        var service = try FormDecoder(form.span, rules, .lenient, FormLimits(), isService: true)
        let surplus = refusal { () throws(DecodeError) in try service.values("user") }
        #expect(surplus == DecodeError(.formValue, offset: 24, path: "/user"))
        var other = try FormDecoder(bytes("flag=2").span, rules, .lenient, FormLimits())
        let wrong = refusal { () throws(DecodeError) in try other.flag("flag") }
        #expect(wrong == DecodeError(.formValue, offset: 5, path: "/flag"))
    }

    @Test("A flag is written as its row spells it, and another value is unchanged (API-020)")
    func spelling() {
        let flags = [FieldRule("bit", .bit), FieldRule("word", .boolean)]
        #expect(flags.map { $0.canonical("True") } == ["1", "true"])
        #expect(flags.map { $0.canonical("FALSE") } == ["0", "false"])
        #expect(flags.map { $0.canonical("Yes") } == ["Yes", "Yes"])
    }

    @Test("Limits hold at n and are exceeded at n + 1 (API-018)")
    func limits() throws {
        var limits = FormLimits()
        limits.formBytes = 7
        limits.fields = 2
        #expect(try URLEncodedForm(decoding: bytes("a=1&b=2").span, limits: limits).fields.count == 2)
        #expect(
            refusal { () throws(DecodeError) in try URLEncodedForm(decoding: bytes("a=1&b=23").span, limits: limits) }
                == DecodeError(.limitSize, offset: 0))
        limits.formBytes = 100
        #expect(
            refusal { () throws(DecodeError) in try URLEncodedForm(decoding: bytes("a=1&b=2&c=3").span, limits: limits)
            }
                == DecodeError(.limitItems, offset: 8))
    }

    @Test("Any bytes decode to fields or an error, and encoded fields decode again")
    func anything() throws {
        var state: UInt64 = 7
        let alphabet = bytes("%%%&&==+aF09[ \u{0}\u{7f}") + [0x80, 0xc3, 0xa9, 0xe4, 0xb8, 0xad, 0xff]
        for _ in 0..<20_000 {
            var input: [UInt8] = []
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            for _ in 0..<Int(state >> 59) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                input.append(alphabet[Int(state >> 33) % alphabet.count])
            }
            var forms: [URLEncodedForm] = []
            for mode in [DecodingMode.strict, .lenient] {
                do {
                    let form = try URLEncodedForm(decoding: input.span, mode: mode)
                    #expect(try URLEncodedForm(decoding: form.encoded().span) == form)
                    forms.append(form)
                } catch {
                    #expect((0...input.count).contains(error.offset))
                }
            }
            // Lenient mode reads a form that strict mode accepts in the same way.
            if forms.count == 2 { #expect(forms[0] == forms[1]) }
        }
    }
}
