// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireConformance
import Platform

/// A fuzzer that plays sequences with a server and keeps those that the server answers in a new way (LIV-061).
struct LiveFuzzer {
    /// A sequence that the server answers incorrectly.
    struct LiveFuzzFinding {
        var reason: String
        var file: String
        /// The reason why the server can no longer be tested, if there is one.
        var fault: String?
    }

    private let run: LiveRun
    private let kind: LiveFuzzKind
    private var random: SplitMix64
    private var pool: [LiveSequence] = []
    private var seen: Set<String> = []
    /// The shapes of the findings, so that each error of the server is reported once.
    private var found: Set<String> = []
    private(set) var played = 0
    private(set) var skipped = 0
    /// The limits on the sequences and pairs of answers that are kept, because a server may produce any number of them.
    private static let poolLimit = 2_000
    private static let seenLimit = 100_000
    private static let shrinkLimit = 80

    /// The number of sequences kept.
    var kept: Int { pool.count }
    /// The number of pairs of answers seen.
    var kinds: Int { seen.count }

    init(_ run: LiveRun, _ kind: LiveFuzzKind, seed: UInt64) {
        self.run = run
        self.kind = kind
        random = SplitMix64(seed: seed)
    }

    /// Plays the next sequence, and returns a finding if it differs from all earlier ones.
    mutating func step() async -> LiveFuzzFinding? {
        let sequence: LiveSequence
        if pool.isEmpty || random.next() % 4 == 0 {
            sequence = LiveSequence(kind, &random)
        } else {
            let other = random.pick(pool)
            sequence = random.pick(pool).mutated(with: other, &random)
        }
        guard let outcome = await play(sequence) else { return nil }
        let pairs = outcome.trace.pairs
        if !pairs.isSubset(of: seen) {
            if seen.count < LiveFuzzer.seenLimit { seen.formUnion(pairs) }
            // The oldest sequence is removed because later ones reach further.
            if pool.count >= LiveFuzzer.poolLimit { pool.removeFirst() }
            pool.append(sequence)
        }
        guard outcome.result.verdict.isFinding else { return nil }
        if let fault = outcome.end {
            return LiveFuzzFinding(
                reason: outcome.result.reason ?? "", file: sequence.file(id: "live-finding") ?? "", fault: fault)
        }
        let (least, last) = await shrunk(sequence, outcome)
        guard found.insert(LiveFuzzer.shape(last)).inserted else { return nil }
        return LiveFuzzFinding(
            reason: last.result.reason ?? "", file: least.file(id: "live-finding") ?? "", fault: last.end)
    }

    /// Returns the part of a failure's reason that findings of the same error have in common.
    private static func shape(_ outcome: LiveRun.Played) -> String {
        let words = (outcome.result.reason ?? "").prefix { $0 != "{" && $0 != ";" }
        return String(words.filter { !$0.isNumber }.prefix(120))
    }

    /// Removes the parts of a sequence that a finding does not need.
    private mutating func shrunk(
        _ sequence: LiveSequence, _ outcome: LiveRun.Played
    ) async -> (LiveSequence, LiveRun.Played) {
        var (least, last) = (sequence, outcome)
        var tries = 0
        var isShrinking = true
        while isShrinking {
            isShrinking = false
            for smaller in least.shorter where smaller.events.count < least.events.count {
                tries += 1
                if tries > LiveFuzzer.shrinkLimit { return (least, last) }
                guard let found = await play(smaller), found.result.verdict.isFinding else { continue }
                (least, last) = (smaller, found)
                // A server that is gone cannot be tested further.
                if found.end != nil { return (least, last) }
                isShrinking = true
                break
            }
        }
        return (least, last)
    }

    /// Plays a sequence, and returns nil if it cannot be played.
    private mutating func play(_ sequence: LiveSequence) async -> LiveRun.Played? {
        guard let item = sequence.item(id: "live-finding") else {
            skipped += 1
            return nil
        }
        played += 1
        let outcome = await run.play(item, played)
        if outcome.result.verdict == .skipped {
            skipped += 1
            return nil
        }
        return outcome
    }
}

#endif
