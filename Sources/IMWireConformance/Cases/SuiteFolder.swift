// SPDX-License-Identifier: Apache-2.0

import Platform

/// Functions that locate `Fixtures`, the folder of the suite.
package enum SuiteFolder {
    /// Returns `Fixtures` from the current folder, a parent folder, or an installed release, or nil if none has it.
    ///
    /// A release has the folder beside the executable, or in `share/imwire` beside the folder of the executable.
    package static func find() -> URL? {
        let folder = RunningExecutable.url.deletingLastPathComponent()
        let installed = [folder, folder.deletingLastPathComponent().appending(path: "share/imwire")]
        return find(from: URL(filePath: FileManager.default.currentDirectoryPath))
            ?? installed.map { $0.appending(path: "Fixtures") }.first(where: isSuite)
    }

    /// Returns `Fixtures` from a folder or one of its parents, or nil if there is none.
    package static func find(from start: URL) -> URL? {
        var place = start
        while true {
            let candidate = place.appending(path: "Fixtures")
            if isSuite(candidate) { return candidate }
            let parent = place.deletingLastPathComponent()
            if parent.path == place.path { return nil }
            place = parent
        }
    }

    private static func isSuite(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "cases").path)
    }
}
