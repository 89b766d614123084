// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireServerAPI
import Platform

/// The source of the app secret: the environment or a file, so that process lists do not show the secret.
struct SecretOptions: ParsableArguments {
    static let defaultVariable = "IMWIRE_SECRET"

    @Option(
        help: ArgumentHelp(
            "The environment variable that holds the app secret (default: \(defaultVariable)).", valueName: "name"))
    var secretEnv: String?

    @Option(
        help: ArgumentHelp(
            "The file with the app secret, or - for standard input; a trailing line break is removed.",
            valueName: "file"))
    var secretFile: String?

    @Option(
        help: ArgumentHelp(
            "The app secret; discouraged, because other users can see it in the process list.",
            valueName: "text"))
    var secret: String?

    func validate() throws {
        if [secretEnv, secretFile, secret].compactMap({ $0 }).count > 1 {
            throw ValidationError("give one of --secret-env, --secret-file and --secret")
        }
    }

    /// Reads the secret.
    ///
    /// - Throws: An error that says what is wrong and how to correct it, without any byte of the secret.
    func read() throws -> Secret {
        if let secret {
            Console.complain("--secret is visible in the process list; use --secret-file or --secret-env")
            return try SecretOptions.checked(Array(secret.utf8), "--secret")
        }
        if let secretFile { return try SecretOptions.read(file: secretFile) }
        let name = secretEnv ?? SecretOptions.defaultVariable
        guard let value = ProcessInfo.processInfo.environment[name] else {
            // The name of a missing variable may be the secret itself.
            let variable = secretEnv == nil ? name : "variable of the name that --secret-env gives"
            throw CommandFailure.usage(
                "the environment has no \(variable); put the app secret into a variable and give its name, or name a"
                    + " file with --secret-file")
        }
        return try SecretOptions.checked(Array(value.utf8), TextLayout.shown(name))
    }

    private static func read(file: String) throws -> Secret {
        // A path that does not exist may be the secret itself.
        var bytes = try InputFile.contents(of: file, maximum: 65_536, kind: "txt", title: "--secret-file")
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return try checked(bytes, "--secret-file")
    }

    private static func checked(_ bytes: [UInt8], _ source: String) throws -> Secret {
        if bytes.isEmpty { throw CommandFailure.usage("\(source) holds no secret: it is empty") }
        return Secret(bytes: bytes)
    }
}

#endif
