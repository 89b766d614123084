// SPDX-License-Identifier: Apache-2.0

import Foundation
import Schemas

/// The list of a module's public declarations, `Spec/api/MODULE.txt`, written from its symbol graph.
///
/// A type is followed by its members, indented: cases, initializers, properties and methods, each in alphabetical order.
package struct PublicInterface {
    /// The modules that applications may import.
    package static let modules = ["IMWire", "IMWireRMTP", "IMWireServerAPI", "IMWireNIO", "IMWireTestSupport"]

    /// The package's root.
    private let root: URL
    /// The folder of a build, which contains `Modules`.
    private let build: URL

    /// Creates a list for the modules of a build.
    package init(root: URL, build: URL) {
        self.root = root
        self.build = build.resolvingSymlinksInPath()
    }

    /// Returns the path of a module's list, relative to the package's root.
    package static func path(_ module: String) -> String { "Spec/api/\(module).txt" }

    /// Returns whether the build contains a module.
    package func contains(_ module: String) -> Bool {
        FileManager.default.fileExists(atPath: build.appending(path: "Modules/\(module).swiftmodule").path)
    }

    /// Returns whether the committed list of a module is the one of the build.
    ///
    /// - Throws: as ``text(_:)``.
    package func isCurrent(_ module: String) throws -> Bool {
        try String(contentsOf: root.appending(path: PublicInterface.path(module)), encoding: .utf8) == text(module)
    }

    /// Returns the list of a module's declarations.
    ///
    /// - Throws: ``SpecError`` if the module is not part of the build, or if the compiler cannot load it.
    package func text(_ module: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "imwire-api-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try extract(module, into: folder)
        let graphs = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: folder.appending(path: $0)))
        }
        let lines = DeclarationTree(graphs).lines()
        return (["The public declarations of \(module), written by scripts/api.", ""] + lines).joined(separator: "\n")
            + "\n"
    }

    /// Writes the symbol graphs of a module into a folder.
    ///
    /// - Throws: as ``text(_:)``.
    package func extract(_ module: String, into folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "swift", "symbolgraph-extract", "-module-name", module, "-target", PublicInterface.target,
                "-output-dir",
                folder.path, "-minimum-access-level", "public", "-skip-synthesized-members", "-I",
                build.appending(path: "Modules").path, "-I", root.appending(path: "Sources/CZlib").path,
                "-I", root.appending(path: "Sources/CIMWireKernels/include").path,
            ] + (try clangModules()).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw SpecError("\(module): \(text)") }
    }

    /// The target of the build, which names its module files.
    private static let target: String = {
        #if arch(arm64)
        "aarch64-unknown-linux-gnu"
        #else
        "x86_64-unknown-linux-gnu"
        #endif
    }()

    /// Returns the module maps of the C targets: generated ones, and those that a package contains.
    private func clangModules() throws -> [String] {
        let generated = try FileManager.default.contentsOfDirectory(atPath: build.path)
            .map { build.appending(path: "\($0)/module.modulemap").path }
        let packages = build.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        let own = (FileManager.default.subpaths(atPath: packages.path) ?? [])
            .filter { $0.hasSuffix("/include/module.modulemap") && $0.contains("/Sources/") }
            .map { packages.appending(path: $0).path }
        return (generated + own).filter { FileManager.default.fileExists(atPath: $0) }.sorted()
    }
}

/// A symbol graph as the compiler writes it, with the members that the list of declarations needs.
struct SymbolGraph: Decodable {
    struct Fragment: Decodable {
        var spelling: String
    }
    struct Constraint: Decodable {
        var kind: String
        var lhs: String
        var rhs: String
    }
    struct Symbol: Decodable {
        struct Kind: Decodable {
            var identifier: String
        }
        struct Identifier: Decodable {
            var precise: String
        }
        struct Extension: Decodable {
            var constraints: [Constraint]?
        }
        var kind: Kind
        var identifier: Identifier
        var pathComponents: [String]
        var declarationFragments: [Fragment]
        var swiftExtension: Extension?
    }
    struct Relationship: Decodable {
        var kind: String
        var source: String
        var target: String
        var targetFallback: String?
        var swiftConstraints: [Constraint]?
    }
    var symbols: [Symbol]
    var relationships: [Relationship]
}
