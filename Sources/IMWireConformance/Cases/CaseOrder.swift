// SPDX-License-Identifier: Apache-2.0

/// Functions that order and partition a list of cases.
package enum CaseOrder {
    /// Returns the cases in an order in which the first ones cover the most requirements.
    ///
    /// A run that ends early has then exercised as many requirements as possible.
    package static func coveringFirst(_ cases: [Case]) -> [Case] {
        var order: [Int] = []
        var covered: Set<String> = []
        var isChosen = Array(repeating: false, count: cases.count)
        // Start with the cases that cite the most requirements, and append those that cover a new one.
        let byCount = cases.indices.sorted {
            (cases[$1].requirements.count, $0) < (cases[$0].requirements.count, $1)
        }
        for index in byCount {
            let new = cases[index].requirements.filter { !covered.contains($0) }
            if new.isEmpty { continue }
            covered.formUnion(new)
            isChosen[index] = true
            order.append(index)
        }
        // Then append one case per requirement in turn: the second case of each requirement, its third, and so on.
        var seen: [String: Int] = [:]
        var rank = Array(repeating: 0, count: cases.count)
        for index in cases.indices where !isChosen[index] {
            rank[index] = cases[index].requirements.map { seen[$0, default: 0] }.min() ?? 0
            for id in cases[index].requirements { seen[id, default: 0] += 1 }
        }
        order += cases.indices.filter { !isChosen[$0] }.sorted { (rank[$0], $0) < (rank[$1], $1) }
        return order.map { cases[$0] }
    }

    /// Returns every `count`-th case from the `number`-th on, counted from 1.
    ///
    /// Each case is in exactly one shard.
    package static func shard(_ cases: [Case], _ number: Int, of count: Int) -> [Case] {
        guard count > 0 else { return cases }
        return stride(from: number - 1, to: cases.count, by: count).map { cases[$0] }
    }
}
