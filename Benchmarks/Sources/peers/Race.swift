// SPDX-License-Identifier: Apache-2.0

/// A measurement of several sides in short turns, so that other load on the machine affects all of them alike.
struct Race {
    /// The duration of one turn of one side, in nanoseconds.
    var turn = 300_000.0
    /// The number of turns of each side.
    var turns = 301
    /// The time for which each side runs before the first turn, in nanoseconds.
    var warmUp = 20_000_000.0

    /// Returns for each side the nanoseconds of one operation in each turn.
    func times(_ sides: [Side]) -> [[Double]] {
        let counts = sides.map { side in
            var count = 1
            var spent = 0.0
            while true {
                let time = max(side.run(count), 1)
                spent += time
                if spent > warmUp { return max(1, Int(Double(count) * turn / time)) }
                if time < turn { count *= 2 }
            }
        }
        var times = sides.map { _ in [Double]() }
        for _ in 0..<turns {
            for (index, side) in sides.enumerated() {
                times[index].append(side.run(counts[index]) / Double(counts[index]))
            }
        }
        return times
    }

    /// Compares each peer with the operation of this project that it is to be compared with.
    func rows(_ group: String, _ name: String, bytes: Int, operations: Double = 1, _ sides: [Side]) -> [Row] {
        let times = times(sides)
        return sides.indices.flatMap { index -> [Row] in
            let side = sides[index]
            if side.name == "imwire" { return [] }
            return sides.indices.filter { sides[$0].name == "imwire" && sides[$0].operation == side.against }.map {
                ours in
                let ratios = zip(times[ours], times[index]).map { $0 / max($1, 1e-9) }.sorted()
                return Row(
                    group: group, row: name, bytes: bytes, operation: side.against, peer: side.name,
                    peerOperation: side.operation, version: side.version,
                    ns: Self.median(times[ours]) / operations, peerNs: Self.median(times[index]) / operations,
                    ratio: Self.median(ratios), low: ratios[ratios.count / 4], high: ratios[ratios.count * 3 / 4])
            }
        }
    }

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// The times of this project and of a peer for the same work.
struct Row: Encodable {
    let group: String
    let row: String
    let bytes: Int
    let operation: String
    let peer: String
    let peerOperation: String
    let version: String
    /// The median times of one operation in nanoseconds.
    let ns, peerNs: Double
    /// The median of our time divided by the peer's in the same turn, and the quartiles of these ratios.
    let ratio, low, high: Double
}
