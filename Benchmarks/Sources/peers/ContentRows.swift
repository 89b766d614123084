// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire

/// The ten contents, against libraries for JSON.
struct ContentRows {
    let race: Race
    let adapters: [Adapter]
    let workers: [Worker]

    func rows(_ sample: ContentSample) throws -> [Row] {
        switch sample.objectName {
        case "RC:TxtMsg": try rows(sample, TextMessage.self, PeerText.self)
        case "RC:ImgMsg": try rows(sample, ImageMessage.self, PeerImage.self)
        case "RC:VcMsg": try rows(sample, VoiceMessage.self, PeerVoice.self)
        case "RC:LBSMsg": try rows(sample, LocationMessage.self, PeerLocation.self)
        default: try rows(sample, ProfileNotification.self, PeerProfile.self)
        }
    }

    private func rows<Ours: MessageContent, Peer: PeerMembers>(
        _ sample: ContentSample, _ ours: Ours.Type, _ peer: Peer.Type
    ) throws -> [Row] {
        let bytes = sample.bytes
        let content = try Ours(json: bytes)
        let expected = try tree(bytes)
        let unknown = Set(content.unknownMembers.names)
        guard try tree(content.encoded()) == expected else {
            throw Disagreement("\(sample.name): our encoding differs from the sample")
        }
        var sides = [
            Side.ours("decode") { count in for _ in 0..<count { keep(try? Ours.decode(bytes.span).value) } },
            Side.ours("validate") { count in
                // A variable outside of the closure would be checked for exclusive access at each use.
                var validator = ContentValidator()
                for _ in 0..<count { keep(try? validator.validate(bytes.span, as: sample.objectName)) }
            },
            Side.ours("encode") { count in
                var buffer: [UInt8] = []
                for _ in 0..<count { content.encode(into: &buffer) }
                keep(buffer)
            },
        ]
        sides += try foundation(sample, peer, expected, unknown)
        for adapter in adapters {
            for (operation, against) in [
                ("decode", "decode"), ("view", "validate"), ("write", "encode"), ("encode", "encode"),
            ] {
                guard let task = adapter.task(operation, sample.objectName.rawValue, bytes) else { continue }
                let result = try tree(task.description)
                let (flat, others) = result.joined
                guard flat == expected, against == "encode" || others == unknown else {
                    throw Disagreement("\(sample.name): \(adapter.name) \(operation) has another result")
                }
                sides.append(adapter.side(operation, against: against, task))
            }
        }
        for worker in workers {
            for operation in ["decode", "encode"] {
                guard let found = worker.side(operation, String(decoding: bytes, as: UTF8.self)) else { continue }
                guard try tree(Array(found.description.utf8)) == expected else {
                    throw Disagreement("\(sample.name): \(worker.name) \(operation) has another result")
                }
                sides.append(found.side)
            }
        }
        return race.rows("content", sample.name, bytes: bytes.count, sides)
    }

    private func foundation<Peer: PeerMembers>(
        _ sample: ContentSample, _ peer: Peer.Type, _ expected: Tree, _ unknown: Set<String>
    ) throws -> [Side] {
        let data = Data(sample.bytes)
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        let content = try decoder.decode(FoundationPeer<Peer>.self, from: data)
        guard Set(content.unknown.keys) == unknown, try tree(Array(encoder.encode(content))) == expected else {
            throw Disagreement("\(sample.name): Foundation has another result")
        }
        return [
            Side("Foundation", "", "decode", against: "decode") { count in
                for _ in 0..<count { keep(try? decoder.decode(FoundationPeer<Peer>.self, from: data)) }
            },
            Side("Foundation", "", "encode", against: "encode") { count in
                for _ in 0..<count { keep(try? encoder.encode(content)) }
            },
        ]
    }

    private func tree(_ bytes: [UInt8]) throws -> Tree { try JSONDecoder().decode(Tree.self, from: Data(bytes)) }
}

extension Tree {
    /// The value without the division into known and unknown members that adapters describe, and the names of the
    /// unknown members at the top.
    fileprivate var joined: (tree: Tree, unknown: Set<String>) {
        switch self {
        case .object(let members):
            if case .object(let known)? = members["known"], case .object(let unknown)? = members["unknown"] {
                return (.object(known.mapValues { $0.joined.tree }.merging(unknown) { $1 }), Set(unknown.keys))
            }
            return (self, [])
        default: return (self, [])
        }
    }
}
