// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import Synchronization
import Testing

/// The root of the package.
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A run of `imwire`, or of another program, whose output is read while it runs.
final class LiveTool: Sendable {
    private let process: Mutex<Process>
    private let output = Mutex(Data())
    private let errors = Mutex(Data())
    private let ended: AsyncStream<Int32>

    /// The executables of this build.
    static let folder: URL = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent()
    }()

    /// Starts a program; one without a path is of this build.
    init(_ program: String, _ arguments: [String], input: Pipe? = nil) throws {
        let process = Process()
        process.executableURL =
            program.hasPrefix("/") ? URL(filePath: program) : LiveTool.folder.appending(path: program)
        process.arguments = arguments
        process.currentDirectoryURL = root
        let pipes = [Pipe(), Pipe()]
        process.standardOutput = pipes[0]
        process.standardError = pipes[1]
        if let input { process.standardInput = input } else { process.standardInput = FileHandle.nullDevice }
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        ended = stream
        process.terminationHandler = { process in
            continuation.yield(process.terminationStatus)
            continuation.finish()
        }
        self.process = Mutex(process)
        pipes[0].fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            self?.output.withLock { $0.append(data) }
            if data.isEmpty { handle.readabilityHandler = nil }
        }
        pipes[1].fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            self?.errors.withLock { $0.append(data) }
            if data.isEmpty { handle.readabilityHandler = nil }
        }
        try process.run()
    }

    /// What came on standard output so far.
    var outputText: String { output.withLock { String(decoding: $0, as: UTF8.self) } }
    /// What came on standard error so far.
    var errorText: String { errors.withLock { String(decoding: $0, as: UTF8.self) } }

    /// Waits until `body` finds something in what came, 30 seconds at most.
    func wait<Value>(_ body: (LiveTool) -> Value?) async throws -> Value {
        for _ in 0..<1_500 {
            if let value = body(self) { return value }
            try await Task.sleep(for: .milliseconds(20))
        }
        return try #require(nil as Value?, "\(outputText)\n\(errorText)")
    }

    /// Waits for the end, and returns the exit code.
    func end() async throws -> Int32 {
        for await code in ended {
            // The pipes are read by other threads.
            try await Task.sleep(for: .milliseconds(100))
            return code
        }
        return -1
    }

    /// Sends a signal.
    func signal(_ number: Int32) {
        process.withLock { if $0.isRunning { _ = kill($0.processIdentifier, number) } }
    }

    deinit {
        process.withLock { if $0.isRunning { $0.terminate() } }
    }
}

#endif
