// SPDX-License-Identifier: Apache-2.0

import CPeer
import Foundation

/// A peer in C++ that `scripts/bench-peers` has built into a shared library.
final class Adapter {
    let name: String
    let version: String
    private let peer: imwire_peer

    /// Loads `libNAME-peer.so`, or returns nil if it was not built.
    init?(_ name: String, in folder: String) {
        guard let library = dlopen("\(folder)/lib\(name)-peer.so", RTLD_NOW | RTLD_LOCAL),
            let symbol = dlsym(library, "imwire_peer_open")
        else { return nil }
        typealias Open = @convention(c) () -> UnsafePointer<imwire_peer>?
        guard let peer = unsafeBitCast(symbol, to: Open.self)()?.pointee else { return nil }
        self.name = name
        self.peer = peer
        version = peer.version.map { String(cString: $0) } ?? "?"
    }

    /// An operation on certain bytes.
    final class Task {
        fileprivate let peer: imwire_peer
        fileprivate let task: OpaquePointer
        /// The result, for a comparison with that of others.
        let description: [UInt8]

        fileprivate init(_ peer: imwire_peer, _ task: OpaquePointer) {
            self.peer = peer
            self.task = task
            var text: UnsafePointer<UInt8>?
            let count = peer.describe(task, &text)
            description = Array(UnsafeBufferPointer(start: text, count: count))
        }

        deinit { peer.release(task) }

        func run(_ rounds: Int) { peer.run(task, rounds) }
    }

    /// Prepares an operation, or returns nil if the peer does not have it.
    func task(_ operation: String, _ kind: String, _ bytes: [UInt8]) -> Task? {
        peer.prepare(operation, kind, bytes, bytes.count).map { Task(peer, $0) }
    }

    /// Returns the side that performs an operation.
    func side(_ operation: String, against: String, _ task: Task) -> Side {
        Side(name, version, operation, against: against) { task.run($0) }
    }
}
