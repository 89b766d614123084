// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// The options for testing a peer over a socket (`Spec/live.md`).
package struct LiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Test the server at tcp://, tls://, ws:// or wss://HOST:PORT[/path?query].", valueName: "url"))
    package var connect: String?
    @Option(
        help: ArgumentHelp(
            "Wait here for the client to be tested: tcp://, tls://, ws:// or wss://HOST:PORT.", valueName: "url")
    )
    package var listen: String?
    @Option(
        help: ArgumentHelp(
            "The command that receives the application's events, as JSON lines.", valueName: "command"))
    package var driver: String?
    @Option(help: "The factor by which the peer's clock runs faster, set through its driver.")
    package var speed = 1
    @Option(
        help: ArgumentHelp("The time limit of a scenario, in seconds of real time.", valueName: "seconds"))
    package var scenarioTimeout = 15
    @Option(help: ArgumentHelp("The framing of socket chat: packet or line.", valueName: "framing"))
    package var framing = "line"
    @Option(help: "The delimiter of lines: lf, crlf, cr or nul.")
    package var delimiter = "lf"
    @Option(help: "The encoding of lines: base64 or json.")
    package var encoding = "base64"
    @Option(
        help: ArgumentHelp(
            "The PEM certificate of --listen over TLS; by default `openssl` makes one for the run.", valueName: "file"))
    package var certificate: String?
    @Option(help: ArgumentHelp("The PEM key of the certificate.", valueName: "file"))
    package var certificateKey: String?
    @Option(help: ArgumentHelp("The PEM certificate to trust the peer by.", valueName: "file"))
    package var trust: String?
    @Flag(help: "Accept any certificate of the peer.")
    package var insecure = false
    @Option(
        help: ArgumentHelp(
            "The address of the server API, if it differs from the server's: http:// or https://HOST:PORT.",
            valueName: "url"))
    package var api: String?
    @Option(help: ArgumentHelp("The prefix of user and group names; by default new for each run.", valueName: "text"))
    package var prefix: String?
    @Flag(help: "The server is configured with the groups and blocked users that --show-configuration prints.")
    package var configured = false
    @Flag(help: "Print the groups and blocked users that the scenarios need, and exit.")
    package var showConfiguration = false

    package init() {}

    /// Whether the options are about a peer on a socket.
    package var isLive: Bool { connect != nil || listen != nil || showConfiguration }

    package func validate() throws {
        guard connect == nil || listen == nil else {
            throw ValidationError("--connect and --listen exclude each other")
        }
        guard (certificate == nil) == (certificateKey == nil) else {
            throw ValidationError("--certificate and --certificate-key require each other")
        }
        guard certificate == nil || listen != nil else { throw ValidationError("--certificate belongs to --listen") }
        guard (1...1_000).contains(speed) else { throw ValidationError("--speed is 1 to 1000") }
        guard (1...86_400).contains(scenarioTimeout) else {
            throw ValidationError("--scenario-timeout is 1 to 86400 seconds")
        }
    }
}

#endif
