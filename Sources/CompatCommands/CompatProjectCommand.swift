// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireCompat
import Platform

struct CompatProjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Scans and checks the platforms that .imwire.json names.",
        usage: "imwire compat [project] [<options>]",
        discussion: """
            The project file names the platforms of one application and their folders:
              {"project":1,
               "platforms":[{"name":"ios","folder":"ios","platform":"ios"},
                            {"name":"android","folder":"android","exclude":["Old/"]},
                            {"name":"server","manifest":"server.json"}],
               "own":["shop:*"],"baseline":"baseline.json","failOn":"loses-data"}

            Folders and files are relative to the project file. All custom types are \
            expected of all platforms, unless "own" names the expected ones. Code that a \
            scan could not read, and types whose members are unknown, are reported on \
            standard error; "allowEmpty":true accepts a platform without types. \
            imwire compat init writes a project file.

            Without a project file, the current folder is scanned, and its platforms are \
            separated by build files (Podfile, build.gradle, package.json, pubspec.yaml, \
            go.mod, …), folders and languages. imwire compat scan --list-defaults lists \
            the criteria.

            EXAMPLES
              imwire compat
              imwire compat --project Examples/compat/shop/.imwire.json
              imwire compat project --project Examples/compat/shop/.imwire.json \\
                --report compat.html

            EXIT CODES
              0  no findings at or above the severity of --fail-on
              1  findings, or a platform without types
              2  the project file or a folder cannot be used
              4  an entry of the baseline is expired, stale or matches nothing
            """)

    @Option(
        help: "The project file. Default: \(ProjectFile.fileName), otherwise the current folder.", completion: .file()
    )
    var project: String?

    @OptionGroup var reporting: CheckReportOptions

    func run() throws {
        let name = project ?? ProjectFile.fileName
        // A file that exists but cannot be used is an error, and does not fall back to the folder.
        if project == nil, access(name, F_OK) != 0 { return try runFolder() }
        let file = try InputFile.parsed(
            name, maximum: 1_048_576, advice: "imwire compat project --help shows a project file."
        ) { try ProjectFile(parsing: $0) }
        let folder = URL(filePath: name).deletingLastPathComponent()
        func path(_ relative: String) -> String {
            relative.hasPrefix("/") ? relative : folder.relativePath == "." ? relative : folder.path + "/" + relative
        }
        var exit = ToolExit.clean
        var defaults = CheckReportOptions.Defaults(
            failOn: file.failOn, failsOnGuesses: file.failsOnGuesses, baseline: file.baseline.map(path))
        var manifests: [Manifest] = []
        for platform in file.platforms {
            if let name = platform.manifest {
                var manifest = try Manifest(file: path(name))
                manifest.platform = platform.name
                manifests.append(manifest)
            } else if let name = platform.folder {
                let (manifest, isRead) = try scan(platform, path(name))
                manifests.append(manifest)
                if !isRead { exit = .findings }
                defaults.folders[platform.name] = path(name)
                defaults.roots[platform.name] = name.hasSuffix("/") ? String(name.dropLast()) : name
            }
        }
        let check = CompatCheck(manifests, own: file.own.isEmpty ? ["*"] : file.own)
        try reporting.report(check, defaults, exit: exit)
    }

    /// Scans and checks the platforms of the current folder, as the tree distinguishes them (CMP-065).
    private func runFolder() throws {
        let result = try ScanJob(folder: FilePath(".")).run()
        let found = ScanPlatform.found(in: result)
        guard !found.isEmpty else { throw CommandFailure.usage(ScanReport.nothing(in: ".", for: nil, result)) }
        let names = found.map { "\($0.platform.rawValue) (\(TextLayout.count($0.types, "type")))" }
        Console.say(
            "no \(ProjectFile.fileName) here (imwire compat init writes one); the folder has "
                + names.joined(separator: ", "))
        var exit = ToolExit.clean
        var defaults = CheckReportOptions.Defaults()
        var manifests: [Manifest] = []
        for (platform, _) in found {
            let manifest = result.manifest(platform, name: nil)
            manifests.append(manifest)
            defaults.folders[manifest.platform] = "."
            if !report(ScanSummary(result, manifest), manifest.platform, allowsEmpty: false) { exit = .findings }
            reportUnknown(manifest, ".")
        }
        reportUnread(result, "the folder")
        try reporting.report(CompatCheck(manifests, own: ["*"]), defaults, exit: exit)
    }

    /// Returns the manifest of one platform, and whether it declares enough.
    private func scan(_ platform: ProjectFile.Platform, _ folder: String) throws -> (Manifest, Bool) {
        var job = ScanJob(folder: FilePath(folder))
        for pattern in platform.exclude { job.options.exclude.add(pattern) }
        if let chosen = platform.platform { job.options.languages = chosen.languages }
        let result = try job.run()
        guard let chosen = platform.platform ?? ScanPlatform.found(in: result).first?.platform else {
            throw CommandFailure.usage(ScanReport.nothing(in: folder, for: nil, result))
        }
        var manifest = result.manifest(chosen, name: platform.name)
        if let shape = platform.shape { manifest.setShape(shape) }
        reportUnread(result, platform.name)
        let isRead = report(ScanSummary(result, manifest), platform.name, allowsEmpty: platform.allowsEmpty)
        reportUnknown(manifest, folder)
        return (manifest, isRead)
    }

    /// Reports a summary of a scan; returns whether the scan found enough.
    private func report(_ summary: ScanSummary, _ platform: String, allowsEmpty: Bool) -> Bool {
        let name = TextLayout.shown(platform)
        Console.say("\(name): \(TextLayout.path(summary.line))")
        guard let warning = summary.warning, !allowsEmpty else { return true }
        Console.complain("warning: \(name): \(TextLayout.path(warning))")
        return false
    }

    /// Reports the types whose members are unknown, with what to do about them (CMP-141).
    private func reportUnknown(_ manifest: Manifest, _ folder: String) {
        for line in UnknownMembers(manifest, folder: folder).lines { Console.say(line) }
    }

    private func reportUnread(_ result: ScanResult, _ platform: String) {
        let name = TextLayout.shown(platform)
        for place in result.unread.prefix(20) {
            Console.say(
                "\(name): could not read \(TextLayout.shown(place.file, limit: 160)):\(place.line):"
                    + " \(TextLayout.shown(place.reason, limit: 120))")
        }
        if result.unread.count > 20 { Console.say("\(name): and \(result.unread.count - 20) more places") }
    }
}

#endif
