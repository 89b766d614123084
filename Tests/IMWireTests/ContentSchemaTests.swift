// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Custom types as data")
struct ContentSchemaTests {
    private func file(_ body: String, _ name: String = "a.schema.json") -> SchemaFile {
        SchemaFile(name: name, text: body)
    }

    private func type(_ members: String, order: String, rest: String = "") -> SchemaFile {
        file(
            #"{"x-objectName":"app:A","type":"object","properties":{\#(members)},"x-order":[\#(order)]\#(rest)}"#)
    }

    private func schema(_ files: SchemaFile...) throws -> ContentSchema {
        try #require(try ContentSchema.decode(files).first)
    }

    @Test("Omitted members of a schema have defaults (CNT-194)")
    func defaults() throws {
        let schema = try schema(
            file(#"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string","x-aliases":["b"]}}}"#))
        #expect(schema.objectName == "app:A" && schema.category == .custom && schema.persistence == .counted)
        #expect(schema.acceptedPersistence.isEmpty && schema.memberNames == ["a"] && !schema.isOpaque)
        let decoded = try schema.decode(Array(#"{"b":"x"}"#.utf8).span)
        #expect(decoded.deviations == [Deviation(.init(150), offset: 1, path: "/a")])
        #expect(decoded.value.encoded() == Array(#"{"a":"x"}"#.utf8))
    }

    @Test("The content of an opaque type is kept as the bytes of a registered type (CNT-007)")
    func opaque() throws {
        let opaque = try schema(file(#"{"x-objectName":"app:A","x-opaque":true}"#))
        #expect(opaque.isOpaque && opaque.memberNames.isEmpty)
        guard case .opaque(let content) = try opaque.decode(Array("no JSON".utf8).span).value else {
            Issue.record("not an opaque content")
            return
        }
        #expect(content.objectName == "app:A" && content.bytes == Array("no JSON".utf8))
        #expect(AnyContent.opaque(content).encodedString() == "no JSON")
        #expect(AnyContent.opaque(OpaqueContent(objectName: "app:A", bytes: [0xff])).encodedString() == nil)
        #expect(SchemaContent(opaque) == nil)
        var registry = ContentRegistry.builtIn
        try registry.register(opaque)
        #expect(registry["app:A"]?.isTyped == false)
        registry = .builtIn
        try registry.register(try schema(type(#""a":{"type":"string"}"#, order: #""a""#)))
        #expect(registry["app:A"]?.isTyped == true)
    }

    @Test("The only member of a type may be the sender's local state (CNT-220)")
    func foreign() throws {
        let schema = try schema(type(#""a":{"type":"string","x-foreign":"DEV-64"}"#, order: #""a""#))
        #expect(try schema.decode(Array(#"{"a":"x"}"#.utf8).span).deviations.map(\.id) == [Deviation.ID(64)])
        #expect(try schema.decode(Array(#"{"a":""}"#.utf8).span).deviations.isEmpty)
    }

    @Test("Nothing may follow the content of a schema")
    func trailing() throws {
        let schema = try schema(type(#""a":{"type":"string"}"#, order: #""a""#))
        #expect(throws: DecodeError(.jsonTrailing, offset: 3)) { try schema.decode(Array("{} x".utf8).span) }
        // The error has no path (CNT-013), also after an alias that became an unknown member at the closing brace.
        let aliased = try self.schema(type(#""a":{"type":"string","x-aliases":["b"]}"#, order: #""a""#))
        #expect(throws: DecodeError(.jsonTrailing, offset: 23)) {
            try aliased.decode(Array(#"{"a":"1","b":"\ud800"} x"#.utf8).span)
        }
    }

    @Test("A content of a schema is refused if it is too large or begins with a byte order mark (CNT-012, CNT-091)")
    func beginning() throws {
        let schema = try schema(type(#""a":{"type":"string"}"#, order: #""a""#))
        var limits = DecodingLimits()
        limits.contentBytes = 2
        #expect(try schema.decode(Array("{}".utf8).span, limits: limits).deviations.isEmpty)
        #expect(throws: DecodeError(.limitSize, offset: 0)) {
            try schema.decode(Array("{} ".utf8).span, limits: limits)
        }
        #expect(throws: DecodeError(.jsonBOM, offset: 0)) { try schema.decode(Array("\u{feff}{}".utf8).span) }
    }

    @Test("A name with a lone surrogate is not that of a member with U+FFFD in its place (CNT-016)")
    func surrogates() throws {
        let schema = try schema(type(#""\#u{fffd}":{"type":"string"}"#, order: #""\#u{fffd}""#))
        let text = #"{"\ud800":"x"}"#
        guard case .schema(let content) = try schema.decode(Array(text.utf8).span).value else {
            Issue.record("not a content of the schema")
            return
        }
        #expect(content["\u{fffd}"] == nil && content.encodedString() == text)
    }

    @Test("Values can be read, changed and written")
    func values() throws {
        let schema = try schema(
            type(
                #""n":{"type":"integer"},"u":{"$ref":"user.schema.json"},"l":{"type":"array","items":{"type":"string"}}"#,
                order: #""n","l","u""#))
        var content = try #require(SchemaContent(schema))
        #expect(content.encoded() == Array("{}".utf8))
        content["n"] = .number(7)
        content["l"] = .strings(["a"])
        var user = try #require(content.object.makeObject(for: "u"))
        try user.set(.string("u1"), for: "id")
        content["u"] = .object(user)
        content.unknownMembers.append("x", "y")
        #expect(content.encoded() == Array(#"{"n":7,"l":["a"],"u":{"id":"u1"},"x":"y"}"#.utf8))
        #expect(throws: EncodeError(.member, path: "/n")) { try content.object.set(.string("7"), for: "n") }
        #expect(throws: EncodeError(.member, path: "/?")) { try content.object.set(nil, for: "nosuch") }
        // messageName is not part of any content, so no member has that name (CNT-221).
        #expect(throws: EncodeError(.member, path: "/?")) { try content.object.set(.string("m"), for: "messageName") }
        #expect(throws: EncodeError(.member, path: "/u")) { try content.object.set(.object(content.object), for: "u") }
        guard case .schema(let again) = try schema.decode(content.encoded().span).value else {
            Issue.record("not a content of the schema")
            return
        }
        #expect(again == content && again["n"] == .number(7) && again["nosuch"] == nil)
    }

    @Test("A content outlives its registry and schema")
    func lifetime() throws {
        func read() throws -> AnyContent {
            var registry = ContentRegistry.builtIn
            try registry.register(
                try schema(type(#""a":{"type":"string"},"u":{"$ref":"user.schema.json"}"#, order: #""a","u""#)))
            return try registry.decode(Array(#"{"u":{"icon":"i"},"a":"x"}"#.utf8), as: "app:A").value
        }
        let contents = try (0..<100).map { _ in try read() }
        for content in contents { #expect(content.encoded() == Array(#"{"a":"x","u":{"portrait":"i"}}"#.utf8)) }
    }

    @Test("Names of schemas are checked like those of Swift types (CNT-197)")
    func names() throws {
        func code(_ name: String, overriding: Bool = false) throws -> String? {
            var registry = ContentRegistry.builtIn
            let read = try ContentSchema.decode([
                file(#"{"x-objectName":"\#(name)","type":"object","properties":{}}"#)
            ])
            do throws(RegistrationError) {
                guard let schema = read.first else { return nil }
                try registry.register(schema, overridingReserved: overriding)
                return nil
            } catch {
                return error.code.rawValue
            }
        }
        #expect(try code("RC:Own") == "register.reserved")
        #expect(try code("RC:Own", overriding: true) == nil)
        #expect(try code("RC:TxtMsg", overriding: true) == "register.taken")
        #expect(try code("rc:Own") == nil)
        for name in ["", String(repeating: "x", count: 33)] {
            #expect(throws: SchemaError.self) { _ = try code(name) }
        }
        #expect(try code(String(repeating: "x", count: 32)) == nil)
    }

    static let faults: [(schema: String, code: SchemaError.Code, path: String)] = [
        (#"{"#, .json, ""),
        (#"[]"#, .json, ""),
        (#"{"type":"object","type":"object"}"#, .json, ""),
        (#"{"x-objectName":5}"#, .value, "/x-objectName"),
        (#"{"x-objectName":"app:A"}"#, .missing, ""),
        (#"{"x-objectName":"app:A","type":"object"}"#, .missing, ""),
        (#"{"x-objectName":"app:A","type":"string","properties":{}}"#, .value, "/type"),
        (#"{"x-objectName":"app:A","type":"object","properties":{},"x-alises":[]}"#, .keyword, "/x-alises"),
        (#"{"x-objectName":"app:A","x-opaque":true,"properties":{}}"#, .keyword, "/properties"),
        (#"{"x-objectName":"app:A","type":"object","properties":{},"x-category":"x"}"#, .value, "/x-category"),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{},"x-persistence":{"flags":2}}"#, .value,
            "/x-persistence"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{},"x-persistence":{}}"#, .missing,
            "/x-persistence"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#,
            .missing, ""
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string"}},"x-order":[]}"#, .value,
            "/x-order"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string"}},"x-order":["a","a"]}"#,
            .value, "/x-order"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string"}},"required":["b"]}"#, .value,
            "/required"
        ),
        (#"{"x-objectName":"app:A","type":"object","properties":{"a":{}}}"#, .missing, "/properties/a"),
        (#"{"x-objectName":"app:A","type":"object","properties":{"a/b~":5}}"#, .value, "/properties/a~1b~0"),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":["string","null"]}}}"#, .missing,
            "/properties/a"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string","enum":["x"]}}}"#, .keyword,
            "/properties/a/enum"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"object","properties":{}}}}"#, .keyword,
            "/properties/a/properties"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"$ref":"nosuch.schema.json"}}}"#, .reference,
            "/properties/a/$ref"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"$ref":"a.schema.json"}}}"#, .reference,
            "/properties/a/$ref"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"$ref":"burnAfterRead.schema.json"}}}"#,
            .reference, "/properties/a/$ref"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"$ref":"user.schema.json#/properties/x"}}}"#,
            .reference, "/properties/a/$ref"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"array","items":{"type":"text"}}}}"#,
            .value, "/properties/a/items/type"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string","x-coerce":"DEV-8"}}}"#,
            .value,
            "/properties/a/x-coerce"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string","x-aliases":[{}]}}}"#,
            .missing, "/properties/a/x-aliases/0"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string","x-aliases":["b","b"]}}}"#,
            .name, "/properties/a/x-aliases/1"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string","x-aliases":["a"]}}}"#,
            .name, "/properties/a/x-aliases/0"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string"}},"x-foreignMembers":{"a":"DEV-64"}}"#,
            .name, "/x-foreignMembers/a"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"boolean"}},"x-digest":{"member":"a"}}"#,
            .value, "/x-digest/member"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"string","contentEncoding":"hex"}}}"#,
            .value, "/properties/a/contentEncoding"
        ),
        (
            #"{"x-objectName":"app:A","type":"object","properties":{"a":{"type":"boolean","x-valueAliases":{"map":{"x":1}}}}}"#,
            .keyword, "/properties/a/x-valueAliases"
        ),
    ]

    @Test(
        "An invalid schema is rejected with its file and path (CNT-191, CNT-195, CNT-198)",
        arguments: faults)
    func fault(_ schema: String, _ code: SchemaError.Code, _ path: String) throws {
        let error = try #require(throws: SchemaError.self) { try ContentSchema.decode([file(schema)]) }
        #expect(error.code == code && error.file == "a.schema.json" && error.path == path, "\(error)")
        #expect(error.description.hasPrefix("a.schema.json") && error.description.hasSuffix("(\(code.rawValue))"))
    }

    @Test("The reason of an error names the remedy, and shows the beginning of a long name")
    func reasons() throws {
        func reason(_ rest: String) throws -> String {
            let schema = #"{"x-objectName":"app:A","type":"object",\#(rest)}"#
            let error = try #require(throws: SchemaError.self) { try ContentSchema.decode([file(schema)]) }
            return error.reason
        }
        #expect(
            try reason(#""properties":{},"$defs":{}"#)
                == "`$defs` is not a keyword: a nested object is a file of its own")
        #expect(
            try reason(#""properties":{"a":{"oneOf":[]}}"#)
                == "`oneOf` is not a keyword: a member has one type; x-kind any keeps every value")
        #expect(
            try reason(##""properties":{"a":{"$ref":"#/properties/b"}}"##)
                == "a reference names a file, such as gift.schema.json")
        let long = String(repeating: "x", count: 64)
        #expect(try reason(#""properties":{},"required":["\#(long)"]"#) == "`\(long)` is not in properties")
        #expect(try reason(#""properties":{},"required":["\#(long)y"]"#) == "`\(long)…` is not in properties")
    }

    @Test("The fragment of a reference is /properties/NAME, with the escapes of a JSON Pointer (CNT-192)")
    func fragments() throws {
        func reading(_ fragment: String) throws -> ContentSchema {
            let reference = ##""a":{"$ref":"a.schema.json#\##(fragment)"}"##
            return try schema(
                type(reference + #","b":{"type":"string"},"b/":{"type":"string"}"#, order: #""a","b","b/""#))
        }
        for fragment in ["/properties/b", "/properties/b~1"] {
            #expect(try reading(fragment).memberNames == ["a", "b", "b/"])
        }
        for fragment in ["/Properties/b", "/properties/b~", "/properties/b~2"] {
            let error = try #require(throws: SchemaError.self) { try reading(fragment) }
            #expect(error.code == .reference && error.path == "/properties/a/$ref", "\(error)")
        }
    }

    @Test("Schemas at a limit pass, and beyond it are rejected (CNT-196)")
    func limits() throws {
        func members(_ count: Int) -> SchemaFile {
            let names = (0..<count).map { #""m\#($0)""# }.joined(separator: ",")
            let members = (0..<count).map { #""m\#($0)":{"type":"string"}"# }.joined(separator: ",")
            return type(members, order: names)
        }
        #expect(try schema(members(64)).memberNames.count == 64)
        #expect(throws: SchemaError.self) { try schema(members(65)) }

        func chain(_ levels: Int) -> [SchemaFile] {
            (0..<levels).map { level in
                let member = level + 1 < levels ? #""$ref":"\#(level + 1).schema.json""# : #""type":"string""#
                let name = level == 0 ? #""x-objectName":"app:A","# : ""
                return file(
                    #"{\#(name)"type":"object","properties":{"a":{\#(member)}}}"#, "\(level).schema.json")
            }
        }
        #expect(try ContentSchema.decode(chain(16)).count == 1)
        let error = #expect(throws: SchemaError.self) { try ContentSchema.decode(chain(17)) }
        #expect(error?.code == .limit)

        func sized(_ size: Int) -> SchemaFile {
            let start = #"{"x-objectName":"app:A","type":"object","properties":{},"title":""#
            return file(start + String(repeating: "x", count: size - start.utf8.count - 2) + #""}"#)
        }
        #expect(try ContentSchema.decode([sized(131_072)]).count == 1)
        #expect(throws: SchemaError.self) { try ContentSchema.decode([sized(131_073)]) }

        let many = (0...1_024).map { SchemaFile(name: "\($0)", text: "{}") }
        let overflow = #expect(throws: SchemaError.self) { try ContentSchema.decode(many) }
        #expect(overflow?.code == .limit)
    }

    @Test("Files refer to each other and to common objects in any order and folder (CNT-193)")
    func references() throws {
        let item = file(
            #"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}"#, "shop/item.schema.json")
        let order = file(
            #"""
            {"x-objectName":"app:Order","type":"object","properties":{
            "items":{"type":"array","items":{"$ref":"./item.schema.json"}},
            "burn":{"$ref":"../common-objects/burnAfterRead.schema.json#/properties/burnDuration"},
            "extra":{"$ref":"extra.schema.json"}},"x-order":["items","burn","extra"]}
            """#, "order.schema.json")
        for files in [[item, order], [order, item]] {
            let schema = try #require(try ContentSchema.decode(files).first)
            let json = #"{"extra":{"a":1},"destructDuration":5,"items":[{"id":1},{}]}"#
            let decoded = try schema.decode(Array(json.utf8).span)
            #expect(
                decoded.value.encoded()
                    == Array(#"{"items":[{"id":"1"},{}],"burn":5,"extra":{"a":1}}"#.utf8))
            #expect(
                decoded.deviations.map { "\($0.id) \($0.path)" } == [
                    "DEV-51 /extra", "DEV-106 /items/0/id", "DEV-103 /items/1/id", "DEV-28 /burn",
                ])
        }
        // An application's file replaces a common object.
        let user = file(#"{"type":"object","properties":{"nick":{"type":"string"}}}"#, "user.schema.json")
        let own = try schema(type(#""user":{"$ref":"user.schema.json"}"#, order: #""user""#), user)
        let decoded = try own.decode(Array(#"{"user":{"icon":"i"}}"#.utf8).span)
        #expect(decoded.deviations.isEmpty)
        // `messageName` is reported in the content itself; in an object within it, it is a name like any other (CNT-221).
        let named = #"{"user":{"messageName":"m"}}"#
        let inner = try own.decode(Array(named.utf8).span)
        #expect(inner.deviations.isEmpty && inner.value.encoded() == Array(named.utf8))
    }
}
