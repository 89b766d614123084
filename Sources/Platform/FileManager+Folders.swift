// SPDX-License-Identifier: Apache-2.0

extension FileManager {
    /// Whether a path leads to a folder; nil where nothing is there.
    package func isFolder(_ path: String) -> Bool? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// The path of a file for the time of a run.
    package func temporaryPath(_ name: String) -> String {
        temporaryDirectory.appending(path: name).path
    }

    /// The paths of everything below a folder, relative to it; none where it cannot be read.
    package func paths(below folder: String) -> [String] {
        (try? subpathsOfDirectory(atPath: folder)) ?? []
    }
}
