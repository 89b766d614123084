// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireConformance
import IMWireSpec
import Platform
import TextSupport

/// The folders in which files that all programs share are installed.
enum SharedFolder {
    /// That of the executable, those of the system, and the user's own.
    static var all: [String] { system + ["\(home)/.local/share"] }

    static var system: [String] {
        let prefix = RunningExecutable.url.deletingLastPathComponent().deletingLastPathComponent().path
        return [prefix, "/usr/local", "/usr"].map { "\($0)/share" }
    }

    static var home: String { ProcessInfo.processInfo.environment["HOME"] ?? "." }
}

/// The file that holds the completions for a shell.
struct CompletionFile {
    /// The name of the shell.
    let shell: String
    /// The paths at which the shell looks for the file, the user's own last.
    let places: [String]

    /// The files of all shells.
    static var all: [CompletionFile] {
        [
            CompletionFile(
                shell: "bash", places: SharedFolder.all.map { "\($0)/bash-completion/completions/imwire" }),
            // Debian's packages have their own folder.
            CompletionFile(
                shell: "zsh",
                places: ["vendor-completions", "site-functions"].flatMap { folder in
                    SharedFolder.all.map { "\($0)/zsh/\(folder)/_imwire" }
                }),
            CompletionFile(
                shell: "fish",
                places: SharedFolder.system.map { "\($0)/fish/vendor_completions.d/imwire.fish" }
                    + ["\(SharedFolder.home)/.config/fish/completions/imwire.fish"]),
        ]
    }
}

extension InstallationCheck {
    /// Checks the documents beside the cases, whose links lead from one to the other.
    static func documents() -> InstallationCheck {
        let expected = ["Spec", "Docs", "Examples", "Fixtures/streams/lesson.bin"]
        let root = SuiteFolder.find()?.deletingLastPathComponent()
        let missing = expected.filter { name in
            root.map { access($0.appending(path: name).path, R_OK) != 0 } ?? true
        }
        let path = root.map { TextLayout.path($0.path) } ?? "the folder of the cases"
        if missing.isEmpty { return InstallationCheck(name: "documents", state: .ok, detail: path) }
        return InstallationCheck(
            name: "documents", state: .missing, detail: "not in \(path): \(missing.joined(separator: ", "))",
            advice: "the tarball and the Debian package of a release have them in share/imwire")
    }

    /// Checks the page of `imwire`, with which the pages of its commands are installed.
    static func manual() -> InstallationCheck {
        let names = ["imwire.1", "imwire.1.gz"]
        let places = SharedFolder.all.flatMap { folder in names.map { "\(folder)/man/man1/\($0)" } }
        guard let place = places.first(where: { access($0, R_OK) == 0 }) else {
            return InstallationCheck(
                name: "manual pages", state: .missing, detail: "not installed",
                advice: "the tarball and the Debian package of a release have them in share/man")
        }
        let path = TextLayout.path(place)
        // With -f, gzip copies a file that is not compressed.
        let page = ChildOutput.of(["gzip", "-cdf", place]) ?? ""
        guard page.firstRange(of: "\"imwire \(Suite.version)\"") != nil else {
            return InstallationCheck(
                name: "manual pages", state: .wrong, detail: "\(path) is not that of this version",
                advice: "install the pages of version \(Suite.version)")
        }
        return InstallationCheck(name: "manual pages", state: .ok, detail: path)
    }

    static func completion(_ file: CompletionFile) -> InstallationCheck {
        let name = "\(file.shell) completions"
        let command = "imwire --generate-completion-script \(file.shell)"
        let script = ChildOutput.of([RunningExecutable.url.path, "--generate-completion-script", file.shell])
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

#endif
