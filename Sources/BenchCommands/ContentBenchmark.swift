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
        let data = Data(bytes)
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        let mine = try Ours(json: bytes)
        let theirs = try decoder.decode(FoundationPeer<Peer>.self, from: data)
        // Time only sides that produce the same result.
        let unknown = Dictionary(uniqueKeysWithValues: mine.unknownMembers.members.map { ($0.name, $0.value) })
        let trees = try unknown.mapValues { try decoder.decode(Tree.self, from: Data($0.text.utf8)) }
        guard isSame(mine, theirs.members), trees == theirs.unknown,
            try decoder.decode(FoundationPeer<Peer>.self, from: Data(mine.encoded())) == theirs
        else {
            throw ValidationError("\(sample.name): the two sides do not agree, so their times cannot be compared")
        }
        var validator = ContentValidator()
        var buffer: [UInt8] = []
        let times = Stopwatch(turns: turns).measure([
            { keep(try? Ours.decode(bytes.span).value) },
            { keep(try? validator.validate(bytes.span, as: sample.objectName)) },
            { mine.encode(into: &buffer) },
            { keep(try? decoder.decode(FoundationPeer<Peer>.self, from: data)) },
            { keep(try? encoder.encode(theirs)) },
        ])
        return Row(
            name: sample.name, bytes: bytes.count, decode: PeerTimes(ours: times[0], peer: times[3]),
            validate: PeerTimes(ours: times[1], peer: times[3]), encode: PeerTimes(ours: times[2], peer: times[4]))
    }
}

#endif
