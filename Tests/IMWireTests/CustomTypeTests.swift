// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

/// The gift message of the live room in seed 000, with a name that applications may use.
struct GiftMessage: MessageContent {
    static let objectName: ObjectName = "app:GiftMsg"

    var giftID = ""
    var count = 0
    var extra: RawJSON?
    var user: ContentUserInfo?
    var unknownMembers = UnknownMembers()

    init(giftID: String, count: Int, user: ContentUserInfo? = nil) {
        self.giftID = giftID
        self.count = count
        self.user = user
    }

    init(decoding reader: inout ContentDecoder) throws(DecodeError) {
        giftID = try reader.string("giftId", required: true) ?? ""
        count = try reader.integer("count") ?? 0
        extra = try reader.any("extra")
        user = try reader.object("user", as: ContentUserInfo.self)
        unknownMembers = try reader.unknownMembers()
    }

    func encode(to writer: inout ContentEncoder) {
        writer.open(unknownMembers)
        writer.member("giftId", giftID)
        writer.member("count", count)
        writer.member("extra", extra)
        writer.member("user", user)
        writer.close(unknownMembers)
    }
}

/// A type with a reserved name, which is rejected.
struct Squatter: MessageContent, DiscardsUnknownMembers {
    static let objectName: ObjectName = "RC:GiftMsg"
    init(decoding reader: inout ContentDecoder) throws(DecodeError) { _ = try reader.unknownMembers() }
    func encode(to writer: inout ContentEncoder) {
        writer.open()
        writer.close()
    }
}

@Suite("Custom types")
struct CustomTypeTests {
    struct Nameless: MessageContent, DiscardsUnknownMembers {
        static let objectName: ObjectName = ""
        init(decoding reader: inout ContentDecoder) throws(DecodeError) { _ = try reader.unknownMembers() }
        func encode(to writer: inout ContentEncoder) {}
    }

    struct Longest: MessageContent, DiscardsUnknownMembers {
        static let objectName: ObjectName = "app:4567890123456789012345678礼物0"
        init(decoding reader: inout ContentDecoder) throws(DecodeError) { _ = try reader.unknownMembers() }
        func encode(to writer: inout ContentEncoder) {}
    }

    struct TooLong: MessageContent, DiscardsUnknownMembers {
        static let objectName: ObjectName = "app:4567890123456789012345678礼物01"
        init(decoding reader: inout ContentDecoder) throws(DecodeError) { _ = try reader.unknownMembers() }
        func encode(to writer: inout ContentEncoder) {}
    }

    struct Taken: MessageContent, DiscardsUnknownMembers {
        static let objectName: ObjectName = "RC:TxtMsg"
        init(decoding reader: inout ContentDecoder) throws(DecodeError) { _ = try reader.unknownMembers() }
        func encode(to writer: inout ContentEncoder) {}
    }

    struct Photo: MessageContent, DiscardsUnknownMembers {
        static let objectName: ObjectName = "app:Photo"
        var isOriginal: Bool?
        var thumbnail: Base64Text?
        init(decoding reader: inout ContentDecoder) throws(DecodeError) {
            isOriginal = try reader.boolean("isOriginal", required: true)
            thumbnail = try reader.base64("thumbnail")
        }
        func encode(to writer: inout ContentEncoder) {
            writer.open()
            writer.member("isOriginal", isOriginal)
            writer.member("thumbnail", thumbnail)
            writer.close()
        }
    }

    private func registry() throws -> ContentRegistry {
        var registry = ContentRegistry.builtIn
        try registry.register(GiftMessage.self)
        return registry
    }

    @Test("A gift with its sender under user is decoded, kept and written (CNT-120, CNT-121)")
    func gift() throws {
        let wire =
            #"{"user":{"id":"u1","name":"小艾","icon":"https://e.com/a.png"},"combo": 1.50 ,"giftId":"rose","count":9}"#
        let decoded = try registry().decode(Array(wire.utf8), as: "app:GiftMsg")
        guard case .known(let content) = decoded.value, let gift = content as? GiftMessage else {
            Issue.record("not a gift")
            return
        }
        #expect(gift.giftID == "rose" && gift.count == 9)
        #expect(gift.user?.id == "u1" && gift.user?.portrait == "https://e.com/a.png")
        #expect(decoded.deviations.map(\.id.description) == ["DEV-08"])
        #expect(decoded.deviations.first?.path == "/user/portrait")
        #expect(
            String(decoding: gift.encoded(), as: UTF8.self)
                == #"{"giftId":"rose","count":9,"user":{"id":"u1","name":"小艾","portrait":"https://e.com/a.png"},"combo":1.50}"#
        )
    }

    @Test("A custom type is persisted and counted by default (CNT-104)")
    func persistence() throws {
        #expect(GiftMessage.persistence == .counted)
        #expect(try registry()["app:GiftMsg"]?.category == .custom)
    }

    @Test("Missing, mistyped and repeated members are reported as in built-in types")
    func deviations() throws {
        #expect(throws: DecodeError(.fieldMissing, offset: 10, path: "/giftId")) {
            try GiftMessage.decode(Array(#"{"count":1}"#.utf8).span, mode: .strict)
        }
        let lenient = try GiftMessage.decode(Array(#"{"giftId":7,"count":"3","count":4}"#.utf8).span)
        #expect(lenient.value.giftID == "7" && lenient.value.count == 4)
        #expect(lenient.deviations.map(\.id.number) == [101, 106])
        #expect(throws: DecodeError(.fieldType, offset: 10, path: "/giftId")) {
            try GiftMessage.decode(Array(#"{"giftId":{}}"#.utf8).span, mode: .strict)
        }
        #expect(throws: DecodeError(.fieldType, offset: 22, path: "/count")) {
            try GiftMessage.decode(Array(#"{"giftId":"a","count":1.5}"#.utf8).span, mode: .strict)
        }
        // An integer that is null is absent (CNT-031), and the members after it are read.
        let absent = try GiftMessage.decode(Array(#"{"count":null,"giftId":"a","user":{"id":"u"}}"#.utf8).span)
        #expect(absent.value.count == 0 && absent.value.giftID == "a" && absent.value.user?.id == "u")
        #expect(absent.deviations == [Deviation(.init(102), offset: 9, path: "/count")])
        #expect(absent.unknown.isEmpty)
        // A required member that is null is reported as missing as well.
        let null = try GiftMessage.decode(Array(#"{"giftId":null,"count":1}"#.utf8).span)
        #expect(null.value.giftID == "" && null.value.count == 1)
        #expect(
            null.deviations == [
                Deviation(.init(102), offset: 10, path: "/giftId"), Deviation(.init(103), offset: 24, path: "/giftId"),
            ])
        #expect(throws: DecodeError(.fieldType, offset: 10, path: "/giftId")) {
            try GiftMessage.decode(Array(#"{"giftId":null}"#.utf8).span, mode: .strict)
        }
    }

    @Test("A Boolean and a Base64 text are requested by name, and a type may discard unknown members")
    func discarding() throws {
        let decoded = try Photo.decode(#"{"x":1,"thumbnail":"QUI=","isOriginal":"1"}"#)
        var photo = decoded.value
        #expect(photo.isOriginal == true && photo.thumbnail?.bytes == Array("AB".utf8))
        #expect(decoded.deviations == [Deviation(.init(105), offset: 39, path: "/isOriginal")])
        photo.unknownMembers.append("y", "z")
        #expect(photo.unknownMembers.isEmpty && decoded.unknown.isEmpty)
        #expect(photo.encodedString() == #"{"isOriginal":true,"thumbnail":"QUI="}"#)
        let empty = try Photo.decode("{}")
        #expect(empty.value.isOriginal == nil && empty.value.thumbnail == nil)
        #expect(empty.deviations == [Deviation(.init(103), offset: 1, path: "/isOriginal")])
    }

    @Test("Validating a custom type reports what decoding it does (CNT-052)")
    func validation() throws {
        var validator = ContentValidator(registry: try registry())
        let wire = Array(#"{"giftId":7,"count":"3"}"#.utf8)
        try validator.validate(wire, as: "app:GiftMsg")
        let expected = [
            Deviation(.init(106), offset: 10, path: "/giftId"), Deviation(.init(104), offset: 20, path: "/count"),
        ]
        #expect(validator.deviations == expected)
        #expect(try GiftMessage.decode(wire.span).deviations == expected)
        try validator.validate(Array(#"{"giftId":"a"}"#.utf8), as: "app:GiftMsg")
        #expect(validator.deviations.isEmpty)
        validator.mode = .strict
        let error = #expect(throws: DecodeError.self) { try validator.validate(wire, as: "app:GiftMsg") }
        #expect(error == DecodeError(.fieldType, offset: 10, path: "/giftId"))
    }

    @Test("An unreadable member is kept unparsed and not missing (CNT-180)")
    func unparsed() throws {
        let wire = #"{"x":1,"giftId":{"a": 1},"count":1.5,"user":{"name":[7]},"y":2}"#
        let lenient = try GiftMessage.decode(Array(wire.utf8).span)
        var gift = lenient.value
        #expect(gift.giftID == "" && gift.count == 0 && gift.user?.name == nil)
        #expect(lenient.deviations.map(\.id.number) == [140, 140, 140])
        #expect(lenient.deviations.map(\.path) == ["/giftId", "/count", "/user/name"])
        #expect(lenient.deviations.map(\.offset) == [16, 33, 52])
        #expect(gift.unknownMembers.names == ["x", "giftId", "count", "y"])
        #expect(lenient.unknown == gift.unknownMembers.names)
        gift.user = nil
        gift.count = 3
        #expect(gift.unknownMembers.names.contains("count"))
        let written = String(decoding: gift.encoded(), as: UTF8.self)
        #expect(written == #"{"giftId":"","count":3,"x":1,"y":2}"#)
    }

    @Test("Empty, overlong, reserved and registered names are rejected (CNT-003, CNT-004)")
    func refusals() throws {
        var registry = try registry()
        func code(_ body: () throws -> Void) -> String? {
            do {
                try body()
                return nil
            } catch {
                return (error as? RegistrationError)?.code.rawValue
            }
        }
        #expect(code { try registry.register(Nameless.self) } == "register.empty")
        #expect(code { try registry.register(TooLong.self) } == "register.length")
        #expect(code { try registry.register(Longest.self) } == nil)
        #expect(code { try registry.register(GiftMessage.self) } == "register.taken")
        #expect(code { try registry.register(Taken.self, overridingReserved: true) } == "register.taken")
        #expect(code { try registry.register(Squatter.self) } == "register.reserved")
        #expect(registry["RC:GiftMsg"] == nil)
        #expect(code { try registry.register(Squatter.self, overridingReserved: true) } == nil)
        #expect(registry["RC:GiftMsg"] != nil)
    }

    @Test("An empty object that counts as absent is left out wherever it is written (CNT-043)")
    func emptyObjects() {
        var writer = ContentEncoder()
        let count = 1
        writer.open()
        writer.member("user", ContentUserInfo())
        writer.member("count", count)
        writer.member("user", ContentUserInfo())
        writer.close()
        #expect(writer.text == #"{"count":1}"#)
    }

    @Test("Unknown members of a custom type have their limit (CNT-097)")
    func limits() throws {
        var limits = DecodingLimits()
        limits.unknownBytes = 8
        #expect(throws: Never.self) { try GiftMessage(json: Array(#"{"giftId":"a","x":"45"}"#.utf8), limits: limits) }
        let error = #expect(throws: DecodeError.self) {
            try GiftMessage(json: Array(#"{"giftId":"a","x":"456"}"#.utf8), limits: limits)
        }
        #expect(error == DecodeError(.limitUnknown, offset: 14, path: "/?"))
    }
}
