// SPDX-License-Identifier: Apache-2.0

import Platform
import SpecGenerator

// imwire-specgen [--check]: writes the sources that are generated from Spec/, or lists those that are stale.
// imwire-specgen api BUILD: writes the lists of public declarations of the modules in a build's folder.
// imwire-specgen graphs BUILD FOLDER: writes the symbol graphs of those modules, from which DocC makes the reference.
// Run it from the root of the package.

let arguments = CommandLine.arguments.dropFirst()
let root = URL(filePath: FileManager.default.currentDirectoryPath)
let generator = SpecGenerator(root: root)
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
    case let words where words.count == 2 && words[0] == "api":
        let interface = PublicInterface(root: root, build: URL(filePath: words[1]))
        for module in PublicInterface.modules where interface.contains(module) {
            let path = PublicInterface.path(module)
            try interface.text(module).write(to: root.appending(path: path), atomically: true, encoding: .utf8)
            print(path)
        }
    case let words where words.count == 3 && words[0] == "graphs":
        let interface = PublicInterface(root: root, build: URL(filePath: words[1]))
        for module in PublicInterface.modules where interface.contains(module) {
            try interface.extract(module, into: URL(filePath: words[2]).appending(path: module))
        }
    default:
        print("usage: imwire-specgen [--check | api BUILD | graphs BUILD FOLDER]")
        exit(2)
    }
} catch {
    let message = Array("imwire-specgen: \(error)\n".utf8)
    _ = write(STDERR_FILENO, message, message.count)
    exit(3)
}
