// SPDX-License-Identifier: Apache-2.0

/// A namespace for the executable file of this process.
package enum RunningExecutable {
    /// The file, with symbolic links resolved where the system tells.
    package static var url: URL {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: link ?? CommandLine.arguments[0])
    }
}
