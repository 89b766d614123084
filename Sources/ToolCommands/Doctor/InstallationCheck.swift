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

    /// Checks this executable, those beside it, the cases, the documents, the manual pages and the completions.
    static func all() -> [InstallationCheck] {
        let path = TextLayout.path(RunningExecutable.url.path)
        let tool = InstallationCheck(
            name: "imwire", state: .ok,
            detail: "\(Suite.version), \(path)" + (HandOver.isComplete ? ", with every command" : ""))
        let executables = [
            ("imwire-compat", "compat"), ("imwire-fuzz", "fuzz"), ("imwire-bench", "bench"), ("imwire-live", "serve"),
        ]
        return [tool] + (HandOver.isComplete ? [] : executables.map { executable($0.0, command: $0.1) })
            + [cases(), documents(), manual()] + CompletionFile.all.map(completion)
    }

    /// Checks an executable with the command that runs it.
    private static func executable(_ name: String, command: String) -> InstallationCheck {
        let found = HandOver.place(of: name)
        guard let output = ChildOutput.of([RunningExecutable.url.path, command, "--version"]) else {
            let missing = HandOver.missing(name).message.split(separator: "\n").map(String.init)
            return InstallationCheck(
                name: name, state: found == nil ? .missing : .wrong,
                detail: found.map { "\(TextLayout.path($0)) cannot be run" } ?? missing.first ?? "",
                advice: missing.last)
        }
        let version = TextLayout.shown(output.split(separator: "\n").first.map(String.init) ?? "")
        let place = found.map { TextLayout.path($0) } ?? ""
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
}

/// A namespace for running a command for its output.
enum ChildOutput {
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
