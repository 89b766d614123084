// SPDX-License-Identifier: Apache-2.0

/// The Android modules of a tree whose release builds rename classes and fields (CMP-135, CMP-136).
struct MinifiedModules: Sendable {
    private struct Module {
        var path: String
        var build: GradleBuild
    }

    /// The modules by their folders.
    private var modules: [String: Module] = [:]
    /// The folders with a settings file, each the root of a Gradle build.
    private var roots: Set<String> = []
    /// The keep rules of the tree.
    ///
    /// Any of them may apply, because a library's rules also apply to what contains it.
    private(set) var rules = KeepRules()
    /// The place that renames the classes of libraries, by the folder of the Gradle build, if all of its applications are
    /// minified.
    private var applications: [String: FactSource] = [:]
    private var isEmpty = true
    private static let maximum = 10_000

    /// Returns whether a file concerns the renaming of names.
    static func isRelevant(_ name: String) -> Bool {
        ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"].contains(name)
            || KeepRules.isRuleFile(name)
    }

    /// Adds a file, or nil if it could not be read.
    mutating func add(_ path: String, _ name: String, _ bytes: [UInt8]?) {
        let folder = MinifiedModules.folder(path)
        guard let bytes, modules.count < MinifiedModules.maximum, roots.count < MinifiedModules.maximum else {
            return rules.addUnread()
        }
        if name.hasPrefix("settings.gradle") {
            roots.insert(folder)
        } else if name.hasPrefix("build.gradle") {
            modules[folder] = Module(path: path, build: GradleBuild(name, bytes))
        } else {
            rules.add(name, String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Determines which builds rename the classes of libraries, after all files have been added.
    mutating func finish() {
        var places: [String: [FactSource?]] = [:]
        for module in modules.values.ordered(by: { $0.path < $1.path }) where module.build.isApplication {
            guard let root = root(of: module.path) else { continue }
            places[root, default: []].append(place(module))
        }
        for (root, places) in places where !places.contains(nil) { applications[root] = places.first ?? nil }
        isEmpty = modules.values.allSatisfy { $0.build.minifyingLine == nil }
    }

    /// Returns the place that has the classes of a file renamed, or nil if nothing has, or if it is uncertain.
    ///
    /// The build of an application also renames the classes of the libraries beside it.
    func place(renaming path: String) -> FactSource? {
        guard !isEmpty, let own = module(of: path) else { return nil }
        if own.build.isApplication || own.build.minifyingLine != nil { return place(own) }
        return root(of: own.path).flatMap { applications[$0] }
    }

    private func place(_ module: Module) -> FactSource? {
        guard let line = module.build.minifyingLine, !module.build.hasOtherRules,
            module.build.ruleFiles.isSubset(of: rules.files)
        else { return nil }
        return FactSource(file: module.path, line: line, certainty: .likely)
    }

    /// Returns the module of the nearest build file above a file.
    private func module(of path: String) -> Module? {
        var folder = MinifiedModules.folder(path)
        while true {
            if let module = modules[folder] { return module }
            if folder.isEmpty { return nil }
            folder = MinifiedModules.folder(folder)
        }
    }

    /// Returns the folder of the nearest settings file above a file.
    private func root(of path: String) -> String? {
        var folder = MinifiedModules.folder(path)
        while true {
            if roots.contains(folder) { return folder }
            if folder.isEmpty { return nil }
            folder = MinifiedModules.folder(folder)
        }
    }

    private static func folder(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
