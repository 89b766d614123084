// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireFuzzing

/// The targets that a command line names.
enum TargetSelection {
    /// Returns the targets of `--target`: all, or names and families separated by commas.
    static func entries(_ text: String) throws -> [TargetCatalog.Entry] {
        switch TargetCatalog.select(text.split(separator: ",").map(String.init)) {
        case .success(let selected) where !selected.isEmpty: return selected
        case .success: throw CommandFailure.usage("no target given; `imwire fuzz --list` shows them")
        case .failure(let unknown):
            throw CommandFailure.usage("unknown target \(unknown.name); `imwire fuzz --list` shows them")
        }
    }
}

#endif
