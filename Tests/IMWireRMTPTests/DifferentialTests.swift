// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireRMTP
import SwiftProtobuf
import Testing

/// Tests that compare our bodies with SwiftProtobuf's, on generated and damaged input.
///
/// The known differences are listed below; the comparison makes an exception only for the first.
/// - Within groups, SwiftProtobuf accepts tags of more than five bytes. It rejects them elsewhere, and Google's own
///   library rejects them everywhere (PRB-003).
/// - SwiftProtobuf moves a value that an enum does not list to the unknown fields, and ours keeps it in place
///   (PRB-016). Its types are generated with enums as the `int32` that they are on the wire.
/// - SwiftProtobuf writes a field packed if its schema says so, and ours never does (PRB-012). Only the probe has such
///   a field.
/// - SwiftProtobuf does not count the body itself as a level, and ours does (PRB-052), so its limit is one less.
/// - SwiftProtobuf has no limit on elements (PRB-053), and no generated body reaches ours.
@Suite("Bodies compared with SwiftProtobuf")
struct DifferentialTests {
    /// The number of bodies of each message, which `IMWIRE_EFFORT` multiplies.
    private static let count = 780 * (ProcessInfo.processInfo.environment["IMWIRE_EFFORT"].flatMap(Int.init) ?? 1)

    @Test("There are at least 100,000 bodies")
    func size() {
        #expect(RMTPBody.all.count * DifferentialTests.count >= 100_000)
        #expect(Set(RMTPBody.all.map { $0.messageName }) == Set(peers.keys))
    }

    @Test("Both accept the same bodies and write the same bytes", arguments: RMTPBody.all.map { $0.messageName })
    func agreement(name: String) throws {
        let ours = try #require(RMTPBody.type(named: name))
        let theirs = try #require(peers[name])
        var accepted = 0
        for seed in 0..<DifferentialTests.count {
            var generator = BodyGenerator(name, seed)
            let bytes = generator.body(ours.fields)
            if try agree(ours, theirs, bytes, seed, isThorough: seed % 8 == 0) { accepted += 1 }
        }
        // The comparison is meaningful only if many bodies are accepted and some are rejected.
        #expect(accepted > DifferentialTests.count / 4)
        #expect(accepted < DifferentialTests.count)
    }

    @Test("Both agree on the repeated numbers of the probe, packed or not")
    func probe() throws {
        var accepted = 0
        for seed in 0..<5_000 {
            var generator = BodyGenerator("Probe", seed)
            let bytes = generator.body(Probe.fields)
            let peer = try? Probe_Probe(serializedBytes: bytes, partial: true, options: options)
            let own = try? Probe.decode(bytes.span)
            #expect((peer == nil) == (own == nil), "seed \(seed)")
            guard let peer, let own else { continue }
            accepted += 1
            #expect(try Probe_Probe(serializedBytes: own.body.encoded(), partial: true, options: options) == peer)
            #expect(try Probe(json: own.body.json) == own.body)
        }
        #expect(accepted > 1_000)
    }

    private var options: BinaryDecodingOptions {
        var options = BinaryDecodingOptions()
        options.messageDepthLimit = ProtobufLimits().bodyDepth - 1
        return options
    }

    /// Returns whether a tag was rejected only for its length.
    private func isLongTag(_ bytes: [UInt8], _ error: DecodeError) -> Bool {
        let tag = bytes.dropFirst(error.offset).prefix(5)
        return error.code == .protoTag && tag.count == 5 && tag.allSatisfy { $0 >= 0x80 }
    }

    /// Compares one body and returns whether both implementations accept it.
    private func agree<Own: ProtobufMessage, Peer: SwiftProtobuf.Message>(
        _ own: Own.Type, _ peer: Peer.Type, _ bytes: [UInt8], _ seed: Int, isThorough: Bool
    ) throws -> Bool {
        let expected = try? Peer(serializedBytes: bytes, partial: true, options: options)
        let decoded: DecodedBody<Own>
        do throws(DecodeError) {
            decoded = try Own.decode(bytes.span)
        } catch {
            if expected != nil, !isLongTag(bytes, error) { Issue.record("seed \(seed): only ours refuses, \(error)") }
            return false
        }
        guard let expected else {
            Issue.record("seed \(seed): only ours accepts")
            return false
        }
        let written = try decoded.body.encoded(isPartial: true)
        let wanted: [UInt8] = try expected.serializedBytes(partial: true)
        if written != wanted { Issue.record("seed \(seed): the bytes differ") }
        if decoded.body.hasRequiredFields != expected.isInitialized
            || decoded.deviations.isEmpty != expected.isInitialized
        {
            Issue.record("seed \(seed): required fields differ")
        }
        guard isThorough else { return true }
        // A body that both read alike is also compared after a round trip through JSON and through our own bytes.
        #expect(try Own(json: decoded.body.json) == decoded.body, "seed \(seed)")
        #expect(try Own.decode(written.span).body == decoded.body, "seed \(seed)")
        let isStrict = (try? Own.decode(bytes.span, mode: .strict)) != nil
        #expect(isStrict == expected.isInitialized, "seed \(seed)")
        return true
    }
}
