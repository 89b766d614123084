// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import Platform

/// A certificate for the local host and its key, both in PEM, which the command `openssl` makes for one run.
struct TestCertificate {
    let certificate: [UInt8]
    let key: [UInt8]

    /// Makes a certificate that is valid for 30 days.
    init() throws(CommandFailure) {
        let folder = try TestCertificate.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (request, certificate, key) = (folder + "/request", folder + "/certificate", folder + "/key")
        try OutputFile.write(Self.request, to: request)
        try TestCertificate.run(
            [
                "openssl", "req", "-x509", "-config", request, "-days", "30", "-nodes", "-sha256", "-newkey", "ec",
                "-pkeyopt", "ec_paramgen_curve:prime256v1", "-keyout", key, "-out", certificate,
            ], folder + "/messages")
        self.certificate = try TestCertificate.read(certificate)
        self.key = try TestCertificate.read(key)
    }

    /// What is requested, independent of the configuration of the system.
    private static let request = """
        [req]
        prompt = no
        distinguished_name = name
        x509_extensions = extensions
        [name]
        CN = imwire
        [extensions]
        basicConstraints = critical, CA:TRUE
        subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1

        """

    private static let remedy =
        "install the package openssl, or use a certificate with --certificate and --certificate-key"

    /// Creates a folder that only this user can enter.
    private static func makeFolder() throws(CommandFailure) -> String {
        var path = Array(FileManager.default.temporaryDirectory.appending(path: "imwire-XXXXXX").path.utf8CString)
        // The mode of such a folder is 0700.
        guard mkdtemp(&path) != nil else { throw .usage("no temporary folder: \(SystemError.words(errno))") }
        return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Runs a command whose output goes to the file `messages`, and throws its messages unless it succeeds.
    private static func run(_ words: [String], _ messages: String) throws(CommandFailure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, messages, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child: pid_t = 0
        let failure = posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
        guard failure == 0 else {
            let reason = failure == ENOENT ? "is missing" : "cannot be run: \(SystemError.words(failure))"
            throw .usage("\(words[0]) \(reason), and a certificate for TLS is needed\n\(remedy)")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            let text = (try? read(messages)) ?? []
            let shown = TextLayout.shown(String(decoding: text, as: UTF8.self), limit: 1_024)
            throw .usage("\(words[0]) made no certificate (exit status \(status >> 8)): \(shown)\n\(remedy)")
        }
    }

    private static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else { throw .usage("\(path) cannot be read") }
        return Array(data)
    }
}

#endif
