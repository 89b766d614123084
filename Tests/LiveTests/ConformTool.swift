// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWireConformance
import Testing

/// Runs `imwire-live conform` and other commands that end by themselves, and reads their reports.
enum ConformTool {
    /// What a run left behind.
    struct Run {
        var code: Int32
        var output: String
        var record: RunRecord?

        /// The verdict of a case.
        func verdict(_ id: String) -> CaseResult? {
            record?.implementations.first?.results.first { $0.id == id }
        }

        /// The ids of the cases with a verdict.
        func ids(_ verdict: Verdict.Outcome) -> [String] {
            record?.implementations.first?.results.filter { $0.verdict == verdict }.map(\.id) ?? []
        }
    }

    /// The executable.
    static var path: String { LiveTool.folder.appending(path: "imwire-live").path }

    /// Tests a peer by the scenarios.
    static func conform(_ arguments: String...) async throws -> Run {
        let report = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: report) }
        var run = try await run(["conform"] + arguments + ["--report", report.path])
        let bytes = try? Data(contentsOf: report)
        run.record = try bytes.map { try RunRecord(parsing: Array($0), file: "report.json") }
        return run
    }

    /// Runs a command in the root of the package.
    static func run(_ arguments: [String]) async throws -> Run {
        let output = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: output) }
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.currentDirectoryURL = root
        process.arguments = arguments
        let file = try FileHandle(forWritingTo: output)
        process.standardOutput = file
        process.standardError = file
        let code: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return Run(code: code, output: try String(contentsOf: output, encoding: .utf8), record: nil)
    }
}

#endif
