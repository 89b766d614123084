// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireCompat
import Platform

/// A scan of one folder, which shows its progress on a terminal.
struct ScanJob {
    var folder: FilePath
    var options = SourceTree.Options()

    func run() throws(CommandFailure) -> ScanResult {
        let started = ContinuousClock.now
        defer { Console.clearProgress() }
        do throws(SourceTree.Failure) {
            return try SourceTree.scan(folder, options) { files, bytes in
                guard ContinuousClock.now - started > .seconds(1) else { return }
                Console.progress("\(TextLayout.count(files, "file")), \(TextLayout.grouped(bytes / 1_000_000)) MB")
            }
        } catch {
            throw .usage(error.message)
        }
    }
}

#endif
