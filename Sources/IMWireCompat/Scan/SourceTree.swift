// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization

/// A reader of the source code in a folder.
///
/// Links are never followed, and skipped files are reported.
package struct SourceTree {
    /// The options for what is read.
    package struct Options: Sendable {
        /// The languages to read.
        package var languages = Set(SourceLanguage.allCases)
        /// Whether tests are read too.
        package var includeTests = false
        /// Whether dependencies are read too: `node_modules`, `Pods`, `vendor` and similar.
        package var includeDependencies = false
        /// Whether build output is read too: `build`, `dist`, `obj` and similar.
        package var includeBuild = false
        /// The files and folders to exclude, by name or path (CMP-062).
        package var exclude = ExcludeList()
        /// The maximum size of a file in bytes.
        package var maximumFile = 4 * 1_024 * 1_024
        /// The maximum number of tokens of a file, which bounds memory for a file of any size.
        package var maximumTokens = 32 * 1_024 * 1_024

        /// Creates the default options.
        package init() {}
    }

    /// An error that prevents the whole tree from being read.
    package struct Failure: Error {
        /// The reason, in words.
        package var message: String
    }

    private let root: FilePath
    private var options: Options
    private var scan = SourceScan()
    private var passedOver: [PassedOver] = []
    private var leftOut: [String: Int] = [:]
    private var others: [String: Int] = [:]
    /// A file that is waiting to be read.
    private struct Waiting: Sendable {
        var path: FilePath
        var size: Int
        var language: SourceLanguage
    }

    /// The size in bytes from which a file is read without another one at the same time.
    private static let largeFile = 131_072
    /// The size in bytes of all files from which they are read by several threads.
    private static let smallBatch = 2_097_152
    /// The maximum number of files that are read together.
    private static let batch = 256
    private var waiting: [Waiting] = []
    private var waitingBytes = 0
    private var files = 0
    private var bytes = 0
    private static let maximumDepth = 128
    private static let maximumNamed = 10_000

    static let version: Set<String> = [".git", ".svn", ".hg"]
    static let dependencies: Set<String> = [
        "node_modules", "Pods", "Carthage", "vendor", "oh_modules", "bower_components", "jspm_packages", "venv",
        ".venv", "site-packages", ".pub-cache", "third_party",
    ]
    static let builds: Set<String> = [
        "build", "dist", "out", "obj", "bin", "target", "DerivedData", ".dart_tool", ".gradle", ".build", ".idea",
        ".vs", "__pycache__", ".hvigor", ".next", ".nuxt", "coverage", ".cxx",
    ]
    static let tests: Set<String> = [
        "test", "tests", "__tests__", "androidtest", "ohostest", "unittest", "unittests", "unit_test", "testing",
        "__mocks__", "spec", "specs", "e2e",
    ]

    private init(_ root: FilePath, _ options: Options) {
        self.root = root
        self.options = options
    }

    /// Reads a folder; `progress` is called after every file with the numbers of files and bytes so far.
    package static func scan(
        _ root: FilePath, _ options: Options = Options(), progress: (_ files: Int, _ bytes: Int) -> Void = { _, _ in }
    ) throws(Failure) -> ScanResult {
        var information = stat()
        guard root.withPointer({ stat($0, &information) }) == 0 else {
            throw Failure(message: "\(root.text): \(FileError(code: errno).message)")
        }
        guard information.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(message: "\(root.text) is not a folder; name the folder that holds it")
        }
        guard root.withPointer({ access($0, R_OK | X_OK) }) == 0 else {
            throw Failure(message: "\(root.text): \(FileError(code: errno).message)")
        }
        var options = options
        try ignore(root, &options)
        let result = read(root, options, progress)
        guard result.types.isEmpty, result.leftOutTests else { return result }
        // The tests of a library that leaves contents to its callers are the only code that shows some.
        options.includeTests = true
        var withTests = read(root, options, progress)
        withTests.hasOnlyTests = true
        return withTests.types.isEmpty ? result : withTests
    }

    private static func read(
        _ root: FilePath, _ options: Options, _ progress: (Int, Int) -> Void
    ) -> ScanResult {
        var tree = SourceTree(root, options)
        tree.folder(FilePath(""), 0, progress)
        tree.readWaiting(progress)
        let (passedOver, leftOut, others) = (tree.passedOver, tree.leftOut, tree.others)
        let native = SourceTree.native.subtracting(options.languages)
        let isBridge = tree.scan.hasScriptBridge && !native.isEmpty
        if isBridge {
            // The native side shows what the bridge's scripts pass to it (CMP-168).
            tree.options.languages = native
            tree.folder(FilePath(""), 0, progress)
            tree.readWaiting(progress)
        }
        var result = tree.scan.finish()
        if isBridge { result.keep(options.languages) }
        result.passedOver = passedOver
        result.leftOut = leftOut
        result.others = others
        return result
    }

    /// The languages of the native sides of bridges.
    private static let native: Set<SourceLanguage> = [.java, .kotlin, .objc, .swift]

    /// Reads a folder.
    package static func scan(_ root: String, _ options: Options = Options()) throws(Failure) -> ScanResult {
        try scan(FilePath(root), options)
    }

    private mutating func folder(_ path: FilePath, _ depth: Int, _ progress: (Int, Int) -> Void) {
        guard depth < SourceTree.maximumDepth else {
            return passOver(path, "more than \(SourceTree.maximumDepth) folders deep")
        }
        let names: [FilePath]
        do throws(FileError) {
            names = try (path.bytes.isEmpty ? root : root.entry(path)).entries()
        } catch {
            return passOver(path, error.message)
        }
        let holdsLibrary = !options.includeDependencies && BundledLibrary.holdsLibrary(names.map(\.text))
        for name in names {
            let below = path.entry(name)
            do throws(FileError) {
                let information = try root.entry(below).information()
                switch information.st_mode & S_IFMT {
                case S_IFLNK: passOver(below, "a link, which is not followed")
                case S_IFDIR:
                    let text = name.text
                    if let reason = reasonToLeaveOut(text, in: path.text, holdsLibrary) {
                        leftOut["\(text) (\(reason))", default: 0] += 1
                    } else if options.exclude.contains(below.text, isFolder: true) {
                        leftOut["\(text) (excluded)", default: 0] += 1
                    } else {
                        scan.tree.add(folder: below.text, text)
                        folder(below, depth + 1, progress)
                    }
                case S_IFREG:
                    if holdsLibrary, BundledLibrary.isHeader(name.text) {
                        leftOut["headers of a compiled library (dependencies)", default: 0] += 1
                    } else {
                        file(below, name.text, Int(information.st_size), progress)
                    }
                default: passOver(below, "no regular file")
                }
            } catch {
                passOver(below, error.message)
            }
        }
    }

    /// Adds the patterns of the file `.imwireignore` at the root of the tree, if it exists.
    private static func ignore(_ root: FilePath, _ options: inout Options) throws(Failure) {
        let path = root.entry(FilePath(ExcludeList.fileName))
        guard let information = try? path.information(), information.st_mode & S_IFMT == S_IFREG else { return }
        let size = Int(information.st_size)
        guard size <= 1_048_576, let bytes = contents(path, size) else {
            throw Failure(message: "\(path.text) cannot be read")
        }
        do throws(ExcludeList.Failure) {
            try options.exclude.add(lines: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw Failure(message: "\(path.text):\(error.line): \(error.message)")
        }
    }

    private func reasonToLeaveOut(_ name: String, in parent: String, _ besideLibrary: Bool) -> String? {
        if SourceTree.version.contains(name) { return "version control" }
        if !options.includeDependencies,
            SourceTree.dependencies.contains(name)
                || BundledLibrary.isBundled(name, in: parent, besideLibrary: besideLibrary)
        {
            return "dependencies"
        }
        if !options.includeBuild && SourceTree.builds.contains(name) { return "build output" }
        if !options.includeTests && SourceTree.tests.contains(name.lowercased()) { return "tests" }
        return nil
    }

    private mutating func file(_ path: FilePath, _ name: String, _ size: Int, _ progress: (Int, Int) -> Void) {
        if SourceScan.isBuildFile(name) {
            let isShort = size <= SourceScan.maximumBuildFile
            scan.read(buildFile: isShort ? SourceTree.contents(root.entry(path), size) : nil, path: path.text)
        }
        guard let language = SourceLanguage(fileName: name) else {
            let dot = name.lastIndex(of: ".")
            let kind = dot.map { String(name[$0...]) } ?? "(none)"
            if others.count < 1_000 || others[kind] != nil { others[kind, default: 0] += 1 }
            return
        }
        guard options.languages.contains(language) else { return }
        if options.exclude.contains(path.text, isFolder: false) {
            leftOut["\(language.rawValue) files (excluded)", default: 0] += 1
            return
        }
        if !options.includeTests && SourceTree.isTest(name) {
            leftOut["\(language.rawValue) files (tests)", default: 0] += 1
            return
        }
        if size > options.maximumFile {
            let limit =
                options.maximumFile >= 1_048_576
                ? "\(options.maximumFile / 1_048_576) MiB" : "\(options.maximumFile) bytes"
            return passOver(path, "\(size) bytes, more than \(limit) (--max-file)")
        }
        waiting.append(Waiting(path: path, size: size, language: language))
        waitingBytes += size
        if waiting.count >= SourceTree.batch || waitingBytes >= options.maximumFile { readWaiting(progress) }
    }

    /// Reads the waiting files, small ones on all cores, and combines their claims in the files' order.
    private mutating func readWaiting(_ progress: (Int, Int) -> Void) {
        let all = waiting
        let root = root
        let first = scan.next
        let maximum = options.maximumTokens
        let readings = Mutex<[Result<SourceScan.FileClaims, Failure>?]>(Array(repeating: nil, count: all.count))
        // Large files, and all those of a small batch, are read on this thread alone, which needs less memory.
        let isSmall = waitingBytes < SourceTree.smallBatch
        let own = all.indices.filter { isSmall || all[$0].size >= SourceTree.largeFile }
        let shared = all.indices.filter { !isSmall && all[$0].size < SourceTree.largeFile }
        let read: @Sendable (Int) -> Result<SourceScan.FileClaims, Failure> = { index in
            Result { () throws(Failure) in try SourceTree.read(all[index], below: root, first + index, maximum) }
        }
        for index in own {
            let reading = read(index)
            readings.withLock { $0[index] = reading }
        }
        DispatchQueue.concurrentPerform(iterations: shared.count) { place in
            let reading = read(shared[place])
            readings.withLock { $0[shared[place]] = reading }
        }
        for (file, result) in zip(all, readings.withLock { $0 }) {
            switch result {
            case .success(let reading):
                scan.add(reading, path: file.path.text, language: file.language)
                files += 1
                bytes += reading.bytes
                progress(files, bytes)
            case .failure(let failure):
                scan.add(nil, path: file.path.text, language: file.language)
                passOver(file.path, failure.message)
            case nil: continue
            }
        }
        waiting.removeAll(keepingCapacity: true)
        waitingBytes = 0
    }

    private static func read(
        _ file: Waiting, below root: FilePath, _ index: Int, _ maximumTokens: Int
    ) throws(Failure) -> SourceScan.FileClaims {
        guard let bytes = contents(root.entry(file.path), file.size) else {
            throw Failure(message: FileError(code: errno).message)
        }
        if bytes.prefix(8_192).contains(0) { throw Failure(message: "not text: it holds a zero byte") }
        let reading = SourceScan.FileClaims(
            consume bytes, index: index, path: file.path.text, language: file.language, maximumTokens: maximumTokens)
        guard let reading else { throw Failure(message: "more than \(maximumTokens) tokens") }
        return reading
    }

    private static func isTest(_ name: String) -> Bool {
        let stem = name.lowercased()
        return [".test.", ".spec.", "_test.", ".tests."].contains { stem.contains($0) }
    }

    private static func contents(_ path: FilePath, _ size: Int) -> [UInt8]? {
        let descriptor = path.withPointer { open($0, O_RDONLY | O_NOFOLLOW) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var isBroken = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let read = Platform.read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
                if read < 0 && errno == EINTR { continue }
                if read < 0 { isBroken = true }
                if read <= 0 { break }
                count += read
            }
        }
        return isBroken ? nil : bytes
    }

    private mutating func passOver(_ path: FilePath, _ reason: String) {
        if passedOver.count < SourceTree.maximumNamed {
            passedOver.append(PassedOver(path: path.bytes.isEmpty ? "." : path.text, reason: reason))
        }
    }
}
