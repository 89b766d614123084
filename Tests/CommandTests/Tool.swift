// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The result of a run of the tool.
struct ToolRun {
    /// The exit code, or 128 plus the number of the signal that ended the process.
    var code: Int32
    /// The standard output.
    var output: String
    /// The standard error.
    var errors: String
    /// The standard output as bytes, if requested.
    var bytes = Data()

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A wrapper that runs the built `imwire` beside the test bundle.
///
/// Each instance has a folder for the files of a test, which is removed with the instance.
final class Tool: Sendable {
    let folder: URL

    /// Creates an empty folder.
    init() {
        folder = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of the executable, in the folder of the test bundle or of the build that this file belongs to.
    static let path: String? = {
        var folders = CommandLine.arguments.prefix(1).map { URL(filePath: $0).deletingLastPathComponent() }
        folders.append(Bundle.main.bundleURL)
        if let bundle = CommandLine.arguments.first(where: { $0.hasSuffix(".xctest") }) {
            folders.append(URL(filePath: bundle).deletingLastPathComponent())
        }
        folders += ["debug", "release"].map { root.appending(path: ".build/\($0)") }
        return folders.map { $0.appending(path: "imwire").path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Writes a file and returns its path.
    func file(_ name: String, _ bytes: Data) throws -> String {
        let url = folder.appending(path: name)
        try bytes.write(to: url)
        return url.path
    }

    /// Writes a text file and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        try file(name, Data(text.utf8))
    }

    /// Runs the tool with a text as standard input.
    func run(_ arguments: String..., input: String = "") throws -> ToolRun {
        try run(arguments, inputFile: file("stdin-\(UUID().uuidString)", input))
    }

    /// Runs the tool with a text as standard input.
    func run(_ arguments: [String], input: String) throws -> ToolRun {
        try run(arguments, inputFile: try file("input", input))
    }

    /// Runs the tool with output and errors redirected to files, so that the tool never blocks on a pipe.
    ///
    /// - Parameters:
    ///   - outputFile: The destination of standard output, if it is not to be read here.
    ///   - memory: The memory limit, in KiB.
    ///   - bytes: Whether the output is binary.
    func run(
        _ arguments: [String], inputFile: String, outputFile: String? = nil, memory: Int? = nil, bytes: Bool = false
    ) throws -> ToolRun {
        let name = UUID().uuidString
        let output = outputFile ?? folder.appending(path: "\(name).out").path
        let errors = folder.appending(path: "\(name).err").path
        let child = try Child(arguments, memory: memory) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, inputFile, O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
            posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
        }
        let code = child.wait()
        if outputFile != nil { return ToolRun(code: code, output: "", errors: read(errors)) }
        if bytes {
            let data = FileManager.default.contents(atPath: output) ?? Data()
            return ToolRun(code: code, output: "", errors: read(errors), bytes: data)
        }
        return ToolRun(code: code, output: read(output), errors: read(errors))
    }

    /// Runs a shell script with the arguments `$1` and so on.
    func shell(_ script: String, _ arguments: [String]) throws -> ToolRun {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script, "bash"] + arguments
        let output = folder.appending(path: "shell-\(UUID().uuidString)")
        let errors = folder.appending(path: "shell-\(UUID().uuidString)")
        for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return ToolRun(code: process.terminationStatus, output: read(output.path), errors: read(errors.path))
    }

    private func read(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}

/// A running `imwire` process.
struct Child {
    private let process: pid_t

    #if canImport(Darwin)
    typealias Actions = posix_spawn_file_actions_t?
    #else
    typealias Actions = posix_spawn_file_actions_t
    #endif

    /// Whether AddressSanitizer is active, which reserves more memory than any limit allows.
    private static let isSanitized = dlsym(nil, "__asan_init") != nil

    /// Starts the process with the file actions that `open` adds, and sets a memory limit through the shell.
    init(_ arguments: [String], memory: Int? = nil, _ open: (inout Actions) -> Void) throws {
        let path = try #require(Tool.path, "build the product imwire first")
        var command = [path] + arguments
        if let memory, !Child.isSanitized {
            command = ["/bin/sh", "-c", "ulimit -d \(memory) && exec \"$@\"", "sh"] + command
        }
        #if canImport(Darwin)
        var actions: Actions = nil
        #else
        var actions = Actions()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        open(&actions)
        var words = command.map { strdup($0) }
        words.append(nil)
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let error = posix_spawn(&process, command[0], &actions, nil, words, environ)
        try #require(error == 0, "cannot start \(path)")
        self.process = process
    }

    /// Waits for the process to end and returns the exit code.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}
