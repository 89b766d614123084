// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireConformance
import IMWireSpec
import Platform
import RunSupport
import TextSupport

/// A check of one part of an installation.
struct InstallationCheck {
    enum State: String {
        case ok, missing, wrong
    }

    let name: String
    let state: State
    /// A version and a path, or what is wrong.
    let detail: String
    /// What to do, or nil if there is nothing to do.
    var advice: String?

    /// Checks this executable, those beside it, the cases and the completions.
    static func all() -> [InstallationCheck] {
        let path = SuiteFolder.executable.path
        let tool = InstallationCheck(
            name: "imwire", state: .ok, detail: "\(Suite.version), \(TextLayout.path(path))")
        let executables = [
            ("imwire-compat", "compat"), ("imwire-fuzz", "fuzz"), ("imwire-bench", "bench"), ("imwire-live", "serve"),
        ]
        return [tool] + executables.map { executable($0.0, command: $0.1) } + [cases()]
            + CompletionFile.all.map(completion)
    }

    /// Checks an executable with the command that runs it.
    private static func executable(_ name: String, command: String) -> InstallationCheck {
        let found = HandOver.place(of: name)
        guard let output = ChildOutput.of([SuiteFolder.executable.path, command, "--version"]) else {
            let missing = HandOver.missing(name).message.split(separator: "\n").map(String.init)
            return InstallationCheck(
                name: name, state: found == nil ? .missing : .wrong,
                detail: found.map { "\(TextLayout.path($0)) cannot be run" } ?? missing.first ?? "",
                advice: missing.last)
        }
        let version = TextLayout.shown(output.split(separator: "\n").first.map(String.init) ?? "")
        let place = found.map { TextLayout.path($0) } ?? "a part of imwire"
        guard version == Suite.version else {
            return InstallationCheck(
                name: name, state: .wrong, detail: "\(version), \(place), and imwire is \(Suite.version)",
                advice: HandOver.missing(name).message.split(separator: "\n").last.map(String.init))
        }
        return InstallationCheck(name: name, state: .ok, detail: "\(version), \(place)")
    }

    private static func cases() -> InstallationCheck {
        guard let folder = try? CaseFolder.find(nil) else {
            return InstallationCheck(
                name: "cases", state: .missing, detail: "no Fixtures/cases here, in a parent folder or beside imwire",
                advice: "imwire conform needs them: go to the package's root, or give it --cases")
        }
        let path = TextLayout.path(folder.path)
        do {
            let count = try CaseLibrary(folder: folder).cases.count
            return InstallationCheck(
                name: "cases", state: count == 0 ? .wrong : .ok, detail: "\(TextLayout.grouped(count)), \(path)")
        } catch {
            let reason = TextLayout.shown("\(error)", limit: 512)
            return InstallationCheck(
                name: "cases", state: .wrong, detail: "\(path): \(reason)",
                advice: "install the cases of version \(Suite.version) there")
        }
    }

    private static func completion(_ file: CompletionFile) -> InstallationCheck {
        let name = "\(file.shell) completions"
        let command = "imwire --generate-completion-script \(file.shell)"
        let script = ChildOutput.of([SuiteFolder.executable.path, "--generate-completion-script", file.shell])
        guard let place = file.places.first(where: { access($0, R_OK) == 0 }) else {
            let target = file.places.last.map { " > \(ShellWord.quoted($0))" } ?? ""
            return InstallationCheck(
                name: name, state: .missing, detail: "not installed", advice: command + target)
        }
        let path = TextLayout.path(place)
        let installed = try? InputFile.contents(of: place)
        guard let script, let installed, installed == Array(script.utf8) else {
            return InstallationCheck(
                name: name, state: .wrong, detail: "\(path) is not that of this version",
                advice: "\(command) > \(ShellWord.quoted(place))")
        }
        return InstallationCheck(name: name, state: .ok, detail: path)
    }
}

/// The file that holds the completions for a shell.
struct CompletionFile {
    /// The name of the shell.
    let shell: String
    /// The paths at which the shell looks for the file, the user's own last.
    let places: [String]

    /// The files of all shells, in the folders of the executable, the system and the user.
    static var all: [CompletionFile] {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? "."
        let prefix = SuiteFolder.executable.deletingLastPathComponent().deletingLastPathComponent().path
        let shared = [prefix, "/usr/local", "/usr"].map { "\($0)/share" }
        return [
            CompletionFile(
                shell: "bash",
                places: (shared + ["\(home)/.local/share"]).map { "\($0)/bash-completion/completions/imwire" }),
            CompletionFile(
                shell: "zsh", places: (shared + ["\(home)/.local/share"]).map { "\($0)/zsh/site-functions/_imwire" }),
            CompletionFile(
                shell: "fish",
                places: shared.map { "\($0)/fish/vendor_completions.d/imwire.fish" }
                    + ["\(home)/.config/fish/completions/imwire.fish"]),
        ]
    }
}

/// A namespace for running a command for its output.
private enum ChildOutput {
    /// Returns the standard output of a command, or nil if it fails.
    static func of(_ words: [String]) -> String? {
        let line = words.map(ShellWord.quoted).joined(separator: " ") + " 2>/dev/null </dev/null"
        guard let pipe = popen(line, "r") else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, pipe)
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

#endif
