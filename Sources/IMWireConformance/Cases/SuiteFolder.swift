// SPDX-License-Identifier: Apache-2.0

import Platform

/// Finds `Fixtures`, the folder of the suite.
package enum SuiteFolder {
    /// `Fixtures` in the current folder or above, or where a release has it: beside the executable, or in
    /// `share/imwire` beside its folder; nil where it is in none of them.
    package static func find() -> URL? {
        let folder = executable.deletingLastPathComponent()
        let installed = [folder, folder.deletingLastPathComponent().appending(path: "share/imwire")]
        return find(from: URL(filePath: FileManager.default.currentDirectoryPath))
            ?? installed.map { $0.appending(path: "Fixtures") }.first(where: isSuite)
    }

    /// The file that this process runs.
    package static var executable: URL {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: link ?? CommandLine.arguments[0])
    }

    /// `Fixtures` in a folder or above; nil where there is none.
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
