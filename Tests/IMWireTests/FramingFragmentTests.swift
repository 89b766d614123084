// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireTestSupport
import Testing

@Suite("Framing: fragments")
struct FramingFragmentTests {
    private static let text = Array("abcdefghij".utf8)

    private func items(_ packets: [[UInt8]], limits: ChatFramingLimits = ChatFramingLimits()) -> [FramingItem] {
        DripFeed { ChatPacketUnitDecoder(limits: limits) }.run([packets.flatMap { $0 }]).items
    }

    private func part(
        _ index: UInt16, _ range: Range<Int>, of count: UInt16, total: UInt32 = 10, flags: UInt16 = 2,
        sequence: UInt32 = 9
    ) -> [UInt8] {
        let bytes = range.map { Self.text[$0 % 10] }
        return Golden.fragment(index, count, total, UInt32(range.lowerBound), bytes, flags: flags, sequence: sequence)
    }

    @Test("An inconsistent fragment is rejected at its first wrong field")
    func contradictions() {
        func refused(_ bytes: [UInt8], _ field: Int, _ at: SourceLocation = #_sourceLocation) {
            #expect(items([bytes]) == [.fault(.frameFragment, at: 24 + field)], sourceLocation: at)
        }
        for count in 0...12 { refused(Golden.packet([UInt8](repeating: 0, count: count), flags: 2), 0) }
        refused(Golden.fragment(2, 2, 10, 0, [1]), 0)
        refused(Golden.fragment(0, 0, 0, 1, [1]), 0)
        refused(Golden.fragment(0, 1, 1, 0, [1]), 2)
        refused(Golden.fragment(0, 3, 2, 0, [1]), 4)
        refused(Golden.fragment(0, 2, 10, 1, [1]), 8)
        refused(Golden.fragment(2, 4, 10, 1, [1]), 8)
        refused(Golden.fragment(0, 2, 10, 0, Array(repeating: 1, count: 10)), 8)
        refused(Golden.fragment(1, 3, 10, 5, Array(repeating: 1, count: 5)), 8)
        refused(Golden.fragment(1, 2, 10, 5, Array(repeating: 1, count: 4)), 8)
        refused(Golden.fragment(1, 2, 10, 5, Array(repeating: 1, count: 6)), 8)
        refused(Golden.fragment(1, 2, 10, 0xffff_ffff, [1]), 8)
        #expect(items([Golden.fragment(0, 2, 10, 0, Array(repeating: 1, count: 9))]).isEmpty)
        #expect(items([Golden.fragment(2, 4, 4, 2, [1])]).isEmpty)
    }

    @Test("Parts are joined in every order, between other packets")
    func orders() {
        let parts = [part(0, 0..<3, of: 4), part(1, 3..<4, of: 4), part(2, 4..<9, of: 4), part(3, 9..<10, of: 4)]
        for a in 0..<4 {
            for b in 0..<4 where b != a {
                for c in 0..<4 where c != a && c != b {
                    let d = 6 - a - b - c
                    let stream = [parts[a], Golden.heartbeatPacket, parts[b], parts[c], Golden.loginPacket, parts[d]]
                    let found = items(stream)
                    #expect(found.count == 3)
                    let end = stream.map(\.count).reduce(0, +) - parts[d].count
                    #expect(found.last == .unit(Self.text, at: end + 24, flags: .fragment, sequence: 9))
                }
            }
        }
        let drip = DripFeed { ChatPacketUnitDecoder() }
        let stream = [
            parts[2], parts[0], part(0, 0..<5, of: 2, sequence: 8), parts[3], parts[1],
            part(1, 5..<10, of: 2, sequence: 8),
        ]
        let bytes = stream.flatMap { $0 }
        let findings = drip.verify(bytes, drip.run([bytes]).items, pending: 0)
        #expect(findings.isEmpty, "\(findings)")
        #expect(drip.run([bytes]).items.count == 2)
    }

    @Test("A fragment that conflicts with its set is rejected and leaves the set unchanged")
    func conflicts() {
        let first = part(0, 0..<3, of: 3)
        let third = part(2, 7..<10, of: 3)
        let second = part(1, 3..<7, of: 3)
        let place = first.count + third.count
        func refused(
            _ bytes: [UInt8], _ code: DecodeError.Code, _ byte: Int = 0, _ at: SourceLocation = #_sourceLocation
        ) {
            let found = items([first, third, bytes, second])
            #expect(
                found == [
                    .fault(code, at: place + 24 + byte),
                    .unit(Self.text, at: place + bytes.count + 24, flags: .fragment, sequence: 9),
                ], sourceLocation: at)
        }
        refused(part(1, 3..<7, of: 4), .frameFragmentConflict)
        refused(part(1, 3..<7, of: 3, total: 11), .frameFragmentConflict)
        refused(part(1, 3..<7, of: 3, flags: 0x0a), .frameFragmentConflict)
        refused(first, .frameFragmentDuplicate)
        refused(part(0, 0..<2, of: 3), .frameFragmentDuplicate)
        refused(part(1, 2..<7, of: 3), .frameFragmentOverlap, 8)
        refused(part(1, 3..<8, of: 3), .frameFragmentOverlap, 8)
        refused(part(1, 4..<7, of: 3), .frameFragmentConflict)
        refused(part(1, 3..<6, of: 3), .frameFragmentConflict)
    }

    @Test("A gap has at least one byte for each missing part")
    func gaps() {
        #expect(items([part(0, 0..<3, of: 5), part(3, 4..<6, of: 5)]) == [.fault(.frameFragmentConflict, at: 39 + 24)])
        #expect(items([part(0, 0..<3, of: 5), part(3, 5..<6, of: 5)]).isEmpty)
        #expect(items([part(3, 3..<6, of: 5), part(0, 0..<2, of: 5)]) == [.fault(.frameFragmentConflict, at: 39 + 24)])
        // A fragment on the wrong side of another one overlaps it.
        #expect(
            items([part(3, 3..<6, of: 5), part(1, 6..<7, of: 5)]).first
                == .fault(.frameFragmentOverlap, at: 39 + 24 + 8))
    }

    @Test("Sets, counts and totals pass at their limits and fail beyond")
    func limits() {
        var limits = ChatFramingLimits()
        limits.openFragments = 2
        limits.fragmentCount = 4
        limits.fragmentBytes = 20
        let one = part(0, 0..<1, of: 4, sequence: 1)
        let two = part(0, 0..<1, of: 4, sequence: 2)
        let three = part(0, 0..<1, of: 4, sequence: 3)
        #expect(items([one, two], limits: limits).isEmpty)
        #expect(
            items([one, two, three], limits: limits) == [.fault(.frameFragmentLimit, at: one.count + two.count + 24)])
        #expect(items([part(0, 0..<1, of: 5)], limits: limits) == [.fault(.frameFragmentLimit, at: 24)])
        // The limit is checked before the consistency of the set (FRM-059).
        #expect(
            items([part(0, 0..<1, of: 4), part(1, 1..<2, of: 5)], limits: limits)
                == [.fault(.frameFragmentLimit, at: one.count + 24)])
        #expect(items([one, part(0, 0..<1, of: 4, total: 10, sequence: 2)], limits: limits).isEmpty)
        #expect(
            items([one, part(0, 0..<1, of: 4, total: 11, sequence: 2)], limits: limits)
                == [.fault(.frameFragmentLimit, at: one.count + 24)])
        // A completed set releases its memory.
        let done = [part(0, 0..<5, of: 2, sequence: 3), part(1, 5..<10, of: 2, sequence: 3)]
        #expect(items(done + [one, two] + done, limits: limits).count == 3)
    }

    @Test("A set is dropped once it is older than allowed, the oldest first")
    func ages() {
        var decoder = ChatPacketUnitDecoder()
        let one = part(0, 0..<1, of: 4, sequence: 1)
        let two = part(0, 0..<1, of: 4, sequence: 2)
        func read(_ bytes: [UInt8], at time: Int64) -> [FramingItem] {
            var items: [FramingItem] = []
            var position = 0
            while let item = FramingItem(decoder.next(in: bytes.span, from: &position, at: time)) { items.append(item) }
            #expect(position == bytes.count)
            return items
        }
        #expect(read(one, at: 1_000).isEmpty)
        #expect(read(two, at: 1_001).isEmpty)
        #expect(read([], at: 31_000).isEmpty)
        #expect(read([], at: 31_001) == [.fault(.frameFragmentAge, at: 0)])
        #expect(decoder.openFragmentSets == 1)
        // A fragment that arrives at the time at which its set expires opens a new set.
        #expect(read(two, at: 31_002) == [.fault(.frameFragmentAge, at: one.count)])
        #expect(read(one, at: 31_002).isEmpty)
        #expect(
            read([0], at: .max)
                == [
                    .fault(.frameFragmentAge, at: one.count + two.count),
                    .fault(.frameFragmentAge, at: one.count + two.count * 2),
                    .fault(.frameMagic, at: one.count * 4, .connection),
                ])
        #expect(read(Golden.loginPacket, at: .min).isEmpty)
    }

    @Test("A set expires however far the time jumps, but not if the clock goes back (FRM-058)")
    func jumps() {
        // The differences of these times do not fit in 64 bits.
        let times: [(Int64, Int64, FramingItem?)] = [(.min, .max, .fault(.frameFragmentAge, at: 0)), (.max, .min, nil)]
        for (first, second, expected) in times {
            var decoder = ChatPacketUnitDecoder()
            let bytes = part(0, 0..<1, of: 4)
            var position = 0
            let opened = FramingItem(decoder.next(in: bytes.span, from: &position, at: first))
            let later = FramingItem(decoder.next(in: bytes.span, from: &position, at: second))
            #expect(opened == nil && later == expected)
            #expect(decoder.openFragmentSets == (expected == nil ? 1 : 0))
        }
    }

    @Test("Sets that are open at the end are dropped without an error")
    func end() {
        let result = DripFeed { ChatPacketUnitDecoder() }.run([part(0, 0..<1, of: 4)], end: true)
        #expect(result.items.isEmpty && result.openSets == 0)
    }

    @Test("10,000 sets are rejected but for 16, and their total memory is limited")
    func manySets() {
        var decoder = ChatPacketUnitDecoder()
        var refused = 0
        for sequence in 1...10_000 as ClosedRange<UInt32> {
            let bytes = part(0, 0..<1, of: 4_096, total: 262_144, sequence: sequence)
            var position = 0
            while let item = FramingItem(decoder.next(in: bytes.span, from: &position)) {
                if case .fault(let fault) = item, fault.error.code == .frameFragmentLimit { refused += 1 }
            }
        }
        #expect(refused == 10_000 - 16)
        #expect(decoder.openFragmentSets == 16 && decoder.openFragmentBytes == 16 * 262_144)
    }

    @Test("Fragments of random order and size yield exactly the frame")
    func random() {
        var random = Seeded(state: 5)
        for round in 0..<200 {
            let unit = random.bytes(Int.random(in: 2...2_000, using: &random))
            var cuts = Set([0, unit.count])
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                cuts.insert(Int.random(in: 1..<unit.count, using: &random))
            }
            let places = cuts.sorted()
            let count = UInt16(places.count - 1)
            let packets = (0..<Int(count)).map { index in
                Golden.fragment(
                    UInt16(index), count, UInt32(unit.count), UInt32(places[index]),
                    Array(unit[places[index]..<places[index + 1]]))
            }.shuffled(using: &random)
            let found = items(packets)
            let offset = packets.dropLast().map(\.count).reduce(24, +)
            #expect(found == [.unit(unit, at: offset, flags: .fragment, sequence: 9)], "round \(round)")
        }
    }
}
