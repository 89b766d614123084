// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests that commands replace regular files in one step, and write to any other kind of file in place.
@Suite("Output files")
struct OutputFileTests {
    private let tool = Tool()

    private static let manifest = Tool.root.appending(path: "Fixtures/platforms/ios.json").path
    private static let source = Tool.root.appending(path: "Sources/IMWireServerAPI").path

    /// The commands that write a file, up to the file name.
    static let commands = [
        ["compat", "check", manifest, "--report"],
        ["compat", "scan", source, "--output"],
        ["conform", "--cases", OutputTests.cases, "--report"],
    ]

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test("A device is written in place, and a full one is an error", arguments: commands)
    func devicesStayDevices(_ command: [String]) throws {
        let before = mode("/dev/null")
        #expect(try tool.run(command + ["/dev/null"], input: "").code < 2)
        #expect(mode("/dev/null") == before)
        #expect(before & S_IFMT == S_IFCHR)
        let full = try tool.run(command + ["/dev/full"], input: "")
        #expect(full.code == 3)
        #expect(full.errors.contains("imwire: /dev/full: cannot be written: no space is left on the device\n"))
        #expect(mode("/dev/full") & S_IFMT == S_IFCHR)
    }

    @Test("A FIFO is written in place", arguments: commands)
    func aFIFOIsWrittenThrough(_ command: [String]) throws {
        let path = tool.folder.appending(path: "fifo").path
        try #require(mkfifo(path, 0o600) == 0)
        // A FIFO that is open in both directions has a reader, and buffers a report of less than 64 KiB.
        let descriptor = open(path, O_RDWR | O_NONBLOCK)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(try tool.run(command + [path], input: "").code < 2)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        #expect(read(descriptor, &buffer, buffer.count) > 50)
        #expect(mode(path) & S_IFMT == S_IFIFO)
    }

    @Test("A FIFO without a reader is an error and stays a FIFO", arguments: [commands[1]])
    func aFIFOWithoutReader(_ command: [String]) throws {
        let path = tool.folder.appending(path: "fifo").path
        try #require(mkfifo(path, 0o600) == 0)
        let run = try tool.run(command + [path], input: "")
        #expect(run.code == 2)
        #expect(run.errors.contains("cannot be written: no process reads the FIFO"))
        #expect(mode(path) & S_IFMT == S_IFIFO)
    }

    @Test("A FIFO whose reader starts later is written", arguments: [commands[1]])
    func aFIFOWithALateReader(_ command: [String]) throws {
        let result = tool.folder.appending(path: "result").path
        let script = #"mkfifo "$1"; (sleep 1; cat "$1" > "$2") & shift 2; "$@" > /dev/null; wait"#
        let fifo = tool.folder.appending(path: "fifo").path
        _ = try tool.shell(script, [fifo, result, try #require(Tool.path)] + command + [fifo])
        #expect(try String(contentsOfFile: result, encoding: .utf8).count > 50)
    }

    @Test("A symbolic link is followed, and its target need not exist", arguments: commands)
    func aLinkIsFollowed(_ command: [String]) throws {
        let target = try tool.file("target", "before")
        try #require(chmod(target, 0o640) == 0)
        let link = tool.folder.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
        #expect(try tool.run(command + [link], input: "").code < 2)
        #expect(mode(link) & S_IFMT == S_IFLNK)
        #expect(mode(target) == S_IFREG | 0o640)
        #expect(try String(contentsOfFile: target, encoding: .utf8).count > 50)
        // The target of a link need not exist.
        let dangling = tool.folder.appending(path: "dangling").path
        try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: "new-file")
        #expect(try tool.run(command + [dangling], input: "").code < 2)
        #expect(mode(dangling) & S_IFMT == S_IFLNK)
        #expect(mode(tool.folder.appending(path: "new-file").path) & S_IFMT == S_IFREG)
    }

    @Test("A missing folder is not created (LIV-119)", arguments: commands)
    func aMissingFolderIsAnError(_ command: [String]) throws {
        let link = tool.folder.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "missing/file")
        for path in [tool.folder.appending(path: "missing/file").path, link] {
            let run = try tool.run(command + [path], input: "")
            #expect(run.code == 2)
            let said = run.errors.contains("there is no folder") && run.errors.contains("missing; create it first")
            #expect(said, "\(run.errors)")
            #expect(mode(tool.folder.appending(path: "missing").path) == 0)
        }
    }

    @Test("No temporary file remains, and a folder is rejected")
    func nothingIsLeftBesideTheFile() throws {
        let folder = tool.folder.appending(path: "reports")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let path = folder.appending(path: "matrix.html").path
        for _ in 0..<2 { #expect(try tool.run(OutputFileTests.commands[0] + [path], input: "").code < 2) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["matrix.html"])
        let run = try tool.run(OutputFileTests.commands[0] + [folder.path], input: "")
        #expect(run.code == 2)
        #expect(run.errors.contains("is a directory"))
    }

    @Test("The output file can be /dev/stdout")
    func standardOutputCanBeNamed() throws {
        let run = try tool.run(OutputFileTests.commands[0] + ["/dev/stdout"], input: "")
        #expect(run.output.hasPrefix("{\n  \"against\""))
    }
}
