// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWireConformance

/// Runs of commands that end by themselves, and their reports.
extension LiveTool {
    /// The result of a run.
    struct Run {
        var code: Int32
        /// The standard output, followed by the standard error.
        var output: String
        var record: RunRecord?
        /// The peak memory of the process, in KiB; 0 if it was not measured.
        var peakMemory = 0

        /// Returns the result of a case.
        func verdict(_ id: String) -> CaseResult? {
            record?.implementations.first?.results.first { $0.id == id }
        }

        /// Returns the ids of the cases with a verdict.
        func ids(_ verdict: Verdict) -> [String] {
            record?.implementations.first?.results.filter { $0.verdict == verdict }.map(\.id) ?? []
        }
    }

    /// The path of `imwire-live`.
    static var live: String { folder.appending(path: "imwire-live").path }

    /// Tests a peer with the scenarios.
    static func conform(_ arguments: String..., watchesMemory: Bool = false) async throws -> Run {
        let report = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: report) }
        var run = try await run(
            ["conform"] + arguments + ["--report", report.path], watchesMemory: watchesMemory)
        let bytes = try? Data(contentsOf: report)
        run.record = try bytes.map { try RunRecord(parsing: Array($0), file: "report.json") }
        return run
    }

    /// Runs `imwire-live` in the root of the package.
    static func run(_ arguments: [String], watchesMemory: Bool = false) async throws -> Run {
        let tool = try LiveTool("imwire-live", arguments)
        let watcher = Task {
            var peak = 0
            while watchesMemory, !Task.isCancelled {
                peak = max(peak, tool.peakMemory)
                try? await Task.sleep(for: .milliseconds(20))
            }
            return peak
        }
        let code = try await tool.end()
        watcher.cancel()
        return Run(code: code, output: tool.outputText + tool.errorText, peakMemory: await watcher.value)
    }
}

#endif
