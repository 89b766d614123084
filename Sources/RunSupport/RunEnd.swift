// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireConformance
import Platform

extension RunReportOptions {
    /// Reports the results of a run, and ends the command with the exit code that they require.
    ///
    /// - Parameter folder: the folder of the cases, whose ids a baseline may name; nil if there is none.
    package func finish(
        _ record: inout RunRecord, _ format: OutputFormat, _ folder: URL?, _ history: SuiteHistory
    ) throws {
        let review = try review(&record, folder, history)
        if let file = writeBaseline {
            try emitFiles(record)
            return try write(record, review, to: file)
        }
        try emit(record, format)
        var exit = ToolExit.clean
        for one in record.implementations {
            let name = record.implementations.count > 1 ? "\(one.label): " : ""
            if let fault = one.fault {
                Console.complain(name + fault)
                exit = .worse(exit, .broken)
            }
            if one.results.contains(where: \.isOpen) { exit = .worse(exit, .findings) }
            if one.fault == nil, !one.results.contains(where: { $0.verdict != .skipped }) {
                Console.complain("\(name)no case was answered: all \(one.results.count) were skipped (TST-105)")
                exit = .worse(exit, .usage)
            }
        }
        for fault in review?.faults ?? [] {
            Console.complain(
                "baseline: entry \(fault.index + 1), \(TextLayout.shown(fault.entry.title, limit: 256)): \(fault.advice)"
            )
        }
        if review?.faults.isEmpty == false { exit = .worse(exit, .baseline) }
        try exit.finish()
    }
}

#endif
