// SPDX-License-Identifier: Apache-2.0

import IMWire

extension RMTPServerMachine: ExplorableMachine {
    /// Combines the canonical form of the state with a hash, in which ids are named by their first occurrence.
    package func hash(into hasher: inout StateHasher) {
        switch state {
        case .waiting: hasher.combine(0)
        case .online: hasher.combine(1)
        case .refused: hasher.combine(2)
        case .ended: hasher.combine(3)
        }
        for id in deliveries.keys.sorted() {
            hasher.combine(id: id, ofServer: true)
            hasher.combine(deliveries[id] ?? -1)
        }
        hasher.combine(publications.count)
        for id in publications.sorted() { hasher.combine(id: id, ofServer: false) }
        hasher.combine(questions.count)
        for id in questions.sorted() { hasher.combine(id: id, ofServer: false) }
        core.hash(into: &hasher) { hasher, timer in
            switch timer {
            case .silence: hasher.combine(0)
            case .refusal: hasher.combine(1)
            case .delivery(let id):
                hasher.combine(2)
                hasher.combine(id: id, ofServer: true)
            }
        }
    }
}
