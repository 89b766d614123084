// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization

/// The parts of an exploration that are waiting for a worker, each as the steps that lead to its first state.
final class PathQueue: Sendable {
    private struct State {
        var paths: [[ExploreChoice]]
        var idle = 0
        var isOver = false
    }

    private enum Answer {
        case path([ExploreChoice]), wait, over
    }

    private let state: Mutex<State>
    private let workers: Int

    /// Creates a queue with the path to the initial state.
    init(workers: Int) {
        state = Mutex(State(paths: [[]]))
        self.workers = workers
    }

    /// Whether a worker has nothing to do.
    var isWanted: Bool { state.withLock { $0.idle > 0 && $0.paths.isEmpty } }
    /// Whether the exploration has ended.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Adds a path for another worker.
    func add(_ path: [ExploreChoice]) {
        state.withLock { $0.paths.append(path) }
    }

    /// Ends the exploration.
    func end() {
        state.withLock { $0.isOver = true }
    }

    /// Returns the next path, waiting for one if others still work, or nil if the exploration has ended.
    func next() -> [ExploreChoice]? {
        var wasIdle = false
        while true {
            switch answer(wasIdle) {
            case .path(let path): return path
            case .over: return nil
            case .wait:
                usleep(500)  // a worker hands work over every few milliseconds
                wasIdle = true
            }
        }
    }

    private func answer(_ wasIdle: Bool) -> Answer {
        state.withLock { state in
            if wasIdle { state.idle -= 1 }
            if state.isOver { return .over }
            if let path = state.paths.popLast() { return .path(path) }
            state.idle += 1
            guard state.idle == workers else { return .wait }
            state.isOver = true
            return .over
        }
    }
}
