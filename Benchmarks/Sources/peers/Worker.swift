// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A peer in another language, in a process of its own that measures itself (`Peers/peer.py`, `Peers/peer.js`).
final class Worker {
    let name: String
    private(set) var version = ""
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var tasks = 0
    private var pending = Data()

    private struct Answer: Decodable {
        var version, description: String?
        var ns: Double?
    }

    private struct Request: Encodable {
        var operation, kind, text: String?
        var task, rounds: Int?
    }

    /// Starts the process, or returns nil if it does not start or the library is missing.
    init?(_ name: String, _ command: [String]) {
        self.name = name
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil, let version = answer()?.version else { return nil }
        self.version = version
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Prepares an operation and returns its side and its result, or nil if the peer does not have it.
    func side(_ operation: String, _ text: String) -> (side: Side, description: String)? {
        guard let description = ask(Request(operation: operation, kind: "", text: text))?.description else {
            return nil
        }
        let task = tasks
        tasks += 1
        let side = Side(
            timed: { [self] rounds in ask(Request(task: task, rounds: rounds))?.ns ?? .nan },
            name, version, operation, against: operation)
        return (side, description)
    }

    private func ask(_ request: Request) -> Answer? {
        guard var line = try? JSONEncoder().encode(request) else { return nil }
        line.append(0x0a)
        try? input.fileHandleForWriting.write(contentsOf: line)
        return answer()
    }

    private func answer() -> Answer? {
        while true {
            if let end = pending.firstIndex(of: 0x0a) {
                let line = Data(pending[..<end])
                pending = Data(pending[(end + 1)...])
                return try? JSONDecoder().decode(Answer.self, from: line)
            }
            let part = output.fileHandleForReading.availableData
            if part.isEmpty { return nil }
            pending += part
        }
    }
}
