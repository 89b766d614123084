// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import Synchronization
import Testing

/// The root of the package.
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A running `imwire` or other program, whose output goes to files that can be read while it runs.
final class LiveTool: Sendable {
    private let process: Mutex<Process>
    private let place = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
    private let ended: AsyncStream<Int32>

    /// The folder of this build's executables.
    static let folder: URL = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent()
    }()

    /// Starts a program; a name without a path selects an executable of this build.
    init(_ program: String, _ arguments: [String], input: Pipe? = nil) throws {
        let process = Process()
        process.executableURL =
            program.hasPrefix("/") ? URL(filePath: program) : LiveTool.folder.appending(path: program)
        process.arguments = arguments
        process.currentDirectoryURL = root
        process.standardOutput = try LiveTool.file(place.appendingPathExtension("out"))
        process.standardError = try LiveTool.file(place.appendingPathExtension("err"))
        if let input { process.standardInput = input } else { process.standardInput = FileHandle.nullDevice }
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        ended = stream
        process.terminationHandler = { process in
            continuation.yield(process.terminationStatus)
            continuation.finish()
        }
        self.process = Mutex(process)
        try process.run()
    }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    private func text(_ ending: String) -> String {
        String(decoding: (try? Data(contentsOf: place.appendingPathExtension(ending))) ?? Data(), as: UTF8.self)
    }

    /// The standard output so far.
    var outputText: String { text("out") }
    /// The standard error so far.
    var errorText: String { text("err") }

    /// The peak memory of the process so far, in KiB; 0 once it has ended.
    var peakMemory: Int {
        let number = process.withLock { $0.processIdentifier }
        let text = (try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    /// The ids of the processes that the process has started and that are running.
    var children: [Int] {
        let number = process.withLock { $0.processIdentifier }
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/task")) ?? []
        return tasks.flatMap { task in
            let text = try? String(contentsOfFile: "/proc/\(number)/task/\(task)/children", encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { Int($0) }
        }
    }

    /// Waits, 30 seconds at most, until `body` returns a value.
    func wait<Value>(_ body: (LiveTool) -> Value?) async throws -> Value {
        for _ in 0..<1_500 {
            if let value = body(self) { return value }
            try await Task.sleep(for: .milliseconds(20))
        }
        return try #require(nil as Value?, "\(outputText)\n\(errorText)")
    }

    /// Waits for the end of the process and returns the exit code.
    func end() async throws -> Int32 {
        for await code in ended { return code }
        return -1
    }

    /// Sends a signal.
    func signal(_ number: Int32) {
        process.withLock { if $0.isRunning { _ = kill($0.processIdentifier, number) } }
    }

    deinit {
        process.withLock { if $0.isRunning { $0.terminate() } }
        for ending in ["out", "err"] { try? FileManager.default.removeItem(at: place.appendingPathExtension(ending)) }
    }
}

#endif
