// SPDX-License-Identifier: Apache-2.0

import Platform
import SpecGenerator

// imwire-specgen [--check]: writes the sources that are generated from Spec/, or lists those that are stale. Run it
// from the root of the package.

let arguments = CommandLine.arguments.dropFirst()
let generator = SpecGenerator(root: URL(filePath: FileManager.default.currentDirectoryPath))
do {
    switch Array(arguments) {
    case []:
        let changed = try generator.write()
        print(changed.isEmpty ? "Nothing changed." : changed.joined(separator: "\n"))
    case ["--check"]:
        let stale = try generator.stale()
        if stale.isEmpty {
            print("The generated sources are what Spec/ says.")
        } else {
            print((["Stale; run `swift run imwire-specgen`:"] + stale).joined(separator: "\n"))
            exit(1)
        }
    default:
        print("usage: imwire-specgen [--check]")
        exit(2)
    }
} catch {
    let message = Array("imwire-specgen: \(error)\n".utf8)
    _ = write(STDERR_FILENO, message, message.count)
    exit(3)
}
