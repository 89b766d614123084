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
        let clock = ContinuousClock()
        let started = clock.now
        var shown = started
        var isShown = false
        defer { if isShown { Console.write("\r\u{1b}[K") } }
        do throws(SourceTree.Failure) {
            return try SourceTree.scan(folder, options) { files, bytes in
                guard Console.isTerminal, clock.now - shown >= .milliseconds(200), clock.now - started > .seconds(1)
                else { return }
                shown = clock.now
                isShown = true
                let megabytes = TextLayout.grouped(bytes / 1_000_000)
                Console.write("\r\u{1b}[K\(TextLayout.count(files, "file")), \(megabytes) MB")
            }
        } catch {
            throw .usage(error.message)
        }
    }
}

#endif
