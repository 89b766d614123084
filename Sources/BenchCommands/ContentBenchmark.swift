// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import ArgumentParser
import IMWire
import Platform

struct ContentBenchmark {
    var turns: Int

    struct Row {
        var name: String
        var bytes: Int
        var decode: PeerTimes
        var validate: PeerTimes
        var encode: PeerTimes
    }

    func row(_ sample: ContentSample) throws -> Row {
        switch sample.objectName {
        case "RC:TxtMsg":
            try measure(sample, TextMessage.self, PeerText.self) { ours, peer in
                ours.content == peer.content && ours.extra?.string == peer.extra && same(ours.user, peer.user)
                    && ours.mentionedInfo?.userIDs == peer.mentionedInfo?.userIdList
            }
        case "RC:ImgMsg":
            try measure(sample, ImageMessage.self, PeerImage.self) { ours, peer in
                ours.content.text == peer.content && ours.imageUri == peer.imageUri && ours.extra?.string == peer.extra
            }
        case "RC:VcMsg":
            try measure(sample, VoiceMessage.self, PeerVoice.self) { ours, peer in
                ours.content.text == peer.content && ours.duration.int64 == peer.duration.map { Int64($0) }
                    && ours.extra?.string == peer.extra
            }
        case "RC:LBSMsg":
            try measure(sample, LocationMessage.self, PeerLocation.self) { ours, peer in
                ours.content.text == peer.content && ours.latitude.double == peer.latitude
                    && ours.longitude.double == peer.longitude && ours.poi == peer.poi
            }
        case ContentSample.custom.objectName:
            try custom(sample)
        default:
            try measure(sample, ProfileNotification.self, PeerProfile.self) { ours, peer in
                ours.operation == peer.operation && ours.data.string == peer.data && ours.extra?.string == peer.extra
            }
        }
    }

    private func same(_ ours: ContentUserInfo?, _ peer: PeerUser?) -> Bool {
        ours?.id == peer?.id && ours?.name == peer?.name && ours?.portrait == peer?.portrait
            && ours?.extra?.string == peer?.extra
    }

    private func measure<Ours: MessageContent, Peer: PeerMembers>(
        _ sample: ContentSample, _ ours: Ours.Type, _ peer: Peer.Type, isSame: (Ours, Peer) -> Bool
    ) throws -> Row {
        let bytes = sample.bytes
        let mine = try Ours(json: bytes)
        var buffer: [UInt8] = []
        return try measure(
            sample, peer, isSame: { isSame(mine, $0) }, .known(mine), ContentValidator(),
            decode: { keep(try? Ours.decode(bytes.span).value) }, encode: { mine.encode(into: &buffer) })
    }

    /// Measures a type that is registered with a schema, which is read as the built-in types are.
    private func custom(_ sample: ContentSample) throws -> Row {
        let bytes = sample.bytes
        var registry = ContentRegistry.builtIn
        let file = SchemaFile(name: "gift.schema.json", text: ContentSample.customSchema)
        for schema in try ContentSchema.decode([file]) { try registry.register(schema) }
        let types = registry
        let mine = try types.decode(bytes, as: sample.objectName).value
        guard case .schema(let gift) = mine else { throw ValidationError("the schema does not declare the type") }
        var buffer: [UInt8] = []
        return try measure(
            sample, PeerGift.self,
            isSame: { peer in
                gift["giftId"] == peer.giftId.map { .string($0) }
                    && gift["count"] == peer.count.map { .number(JSONNumber($0)) }
                    && gift["note"] == peer.note.map { .string($0) }
            },
            mine, ContentValidator(registry: types),
            decode: { keep(try? types.decode(bytes.span, as: sample.objectName).value) },
            encode: {
                var writer = ContentEncoder(reusing: &buffer)
                gift.object.encode(to: &writer)
                buffer = writer.finish()
            })
    }

    private func measure<Peer: PeerMembers>(
        _ sample: ContentSample, _ peer: Peer.Type, isSame: (Peer) -> Bool, _ mine: AnyContent,
        _ validator: ContentValidator, decode: () -> Void, encode: () -> Void
    ) throws -> Row {
        let bytes = sample.bytes
        let data = Data(bytes)
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        let theirs = try decoder.decode(FoundationPeer<Peer>.self, from: data)
        // Time only sides that produce the same result.
        let unknown = Dictionary(uniqueKeysWithValues: mine.unknownMembers.members.map { ($0.name, $0.value) })
        let trees = try unknown.mapValues { try decoder.decode(Tree.self, from: Data($0.text.utf8)) }
        guard isSame(theirs.members), trees == theirs.unknown,
            try decoder.decode(FoundationPeer<Peer>.self, from: Data(mine.encoded())) == theirs
        else {
            throw ValidationError("\(sample.name): the two sides do not agree, so their times cannot be compared")
        }
        var validator = validator
        let times = withoutActuallyEscaping(decode) { decode in
            withoutActuallyEscaping(encode) { encode in
                Stopwatch(turns: turns).measure([
                    decode,
                    { keep(try? validator.validate(bytes.span, as: sample.objectName)) },
                    encode,
                    { keep(try? decoder.decode(FoundationPeer<Peer>.self, from: data)) },
                    { keep(try? encoder.encode(theirs)) },
                ])
            }
        }
        return Row(
            name: sample.name, bytes: bytes.count, decode: PeerTimes(ours: times[0], peer: times[3]),
            validate: PeerTimes(ours: times[1], peer: times[3]), encode: PeerTimes(ours: times[2], peer: times[4]))
    }
}

#endif
