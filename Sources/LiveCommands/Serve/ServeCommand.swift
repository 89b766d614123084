// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import IMWire
import LiveService
import Platform

/// The command `imwire serve`, a server of both protocols for tests.
package struct ServeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves socket chat and RongCloud clients on this machine, for tests.",
        discussion: """
            A reference peer for tests, not a production server: one thread, state in bounded \
            memory. Without an address it chooses free ports of 127.0.0.1 for all protocols and \
            prints them. An address is HOST:PORT; port 0 means a free port.

            Socket chat follows Spec/session.md; the framing of each connection is detected \
            from its first bytes. RongCloud is navigation (/navi.js, /cometnavi.js), \
            /ping, WebSocket and polling (/websocket, /pullmsg.js), and the server API with \
            signed requests. A page on / of that address shows connections and messages.

            A token is the user's id signed by the app secret; /user/getToken.json and \
            `imwire serve --app-secret S --token-for USER` create it. With --any-token any text \
            is the id.

            Web pages reach the server on this machine as the user does. The page on /, its \
            /state.json and the server API answer no page of another origin; SDKs may run in \
            pages of loopback addresses, or of each --origin (`null` for files). The Host of a \
            request must be a loopback address, an address listened on, or a --host. Without \
            --app-secret the secret is random, and is printed with the ports. A chat port closes \
            a connection that begins with an HTTP request.

            SERVER API
              Every request of Spec/server-api-forms.md is answered. Users, groups, rooms, tags, keys, \
            blocks, mutes, blacklists and expired tokens are kept and have their effects; the lists of \
            the application's server survive with --memory. These are stored, or only answered as \
            accepted: push notifications, sensitive words, files of the history, whitelists, \
            protected users and types, priorities, rooms kept alive or destroyed by time, \
            settings of conversations, quiet hours, remarks, values attached to messages (clients \
            do not learn of them), recalls of broadcasts.

            EXAMPLES
              imwire serve --any-token
              imwire serve --chat 127.0.0.1:9000 --rongcloud 127.0.0.1:8080
              imwire serve --any-token --ports ports.json
              imwire serve --app-key k --app-secret s --log wire.jsonl --memory kept
              imwire conform --connect tcp://127.0.0.1:0 --driver "imwire serve --driven"

            LIMITS
              10000 connections (--connections), 100000 users, 128 KiB a message, 1 MiB a line or \
            packet, 2 MiB a body. Up to 8 MiB are queued for a client that does not read, for \
            30 s, and 256 MiB for all clients. Unfinished messages of all clients have up to \
            128 MiB, and 16 KiB for each client.

              Each side stores 128 MiB for all of its users (--store), and for one user, group \
            or chatroom a sixteenth of the remaining space. A user's store keeps the newest \
            2000 messages, a chatroom's 200. RongCloud's stores drop the oldest messages; a \
            chat message to a user whose store is full is refused. An answer to a pull or a \
            query has at most 512 KiB.

              A memory file survives a crash of the process, but not of the machine. It has a \
            header with a version, has at most three times its state, and any other file is \
            refused. A wire log ends at 4 GiB. Folders of files must exist.
            """)

    @Option(help: ArgumentHelp("Address for socket chat.", valueName: "host:port"))
    var chat: String?

    @Option(help: ArgumentHelp("Address for socket chat over TLS.", valueName: "host:port"))
    var chatTls: String?

    @Option(help: ArgumentHelp("Address for RongCloud clients over TLS.", valueName: "host:port"))
    var rongcloudTls: String?

    @Option(help: ArgumentHelp("The PEM certificate; by default `openssl` makes one for the run.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The PEM key of the certificate.", valueName: "file"))
    var certificateKey: String?

    @Option(help: ArgumentHelp("Write the certificate made for the run, for clients to trust.", valueName: "file"))
    var certificateOut: String?

    @Option(help: ArgumentHelp("Keep messages over a restart in this file.", valueName: "file"))
    var memory: String?

    @Option(help: ArgumentHelp("Inject the faults that this file describes.", valueName: "file"))
    var faults: String?

    @Option(help: ArgumentHelp("Post messages, online status and rooms to this URL, signed.", valueName: "url"))
    var callback: String?

    @Flag(help: "Print the traffic, annotated.")
    var inspect = false

    @Option(help: ArgumentHelp("Address for RongCloud clients, the server API and the page.", valueName: "host:port"))
    var rongcloud: String?

    @Flag(name: .customLong("public"), help: "Allow addresses that other machines can reach.")
    var isPublic = false

    @Option(
        help: ArgumentHelp(
            "A name or address, besides loopback's, by which clients reach the server. May be repeated.",
            valueName: "host"))
    var host: [String] = []

    @Option(
        help: ArgumentHelp(
            "An origin of pages with an SDK; by default all of loopback addresses. May be repeated.",
            valueName: "origin"))
    var origin: [String] = []

    @Option(help: ArgumentHelp("Write the ports as a JSON object when all are open.", valueName: "file"))
    var ports: String?

    @Option(help: ArgumentHelp("The app key.", valueName: "key"))
    var appKey = "imwire"

    @Option(
        help: ArgumentHelp(
            "The app secret; by default a random one, which is printed with the ports.", valueName: "secret"))
    var appSecret: String?

    @Flag(help: "Accept any token as the id of a user.")
    var anyToken = false

    @Option(help: ArgumentHelp("Print a token for this user, and exit.", valueName: "user"))
    var tokenFor: String?

    @Option(help: ArgumentHelp("A group and its members. May be repeated.", valueName: "id=user,user"))
    var group: [String] = []

    @Option(help: ArgumentHelp("A user who must not log in. May be repeated.", valueName: "user"))
    var block: [String] = []

    @Option(
        help: ArgumentHelp(
            "The connection limit of a RongCloud user; another connection closes the oldest.", valueName: "number"))
    var devices = 8

    @Option(help: ArgumentHelp("The limit of connections.", valueName: "number"))
    var connections = 10_000

    @Option(help: ArgumentHelp("The limit of stored messages of each side, in MiB.", valueName: "MiB"))
    var store = 128

    @Flag(help: "Deflate chat packets if that makes them shorter.")
    var deflate = false

    @Option(help: ArgumentHelp("Write a wire log, one JSON line an event.", valueName: "file"))
    var log: String?

    @Option(help: ArgumentHelp("The factor by which timers run faster than real time.", valueName: "factor"))
    var speed = 1

    @Flag(help: "Follow the events of `imwire conform --driver` on standard input, and exit at its end.")
    var driven = false

    @Flag(help: "Do not print connections and errors.")
    var quiet = false

    package init() {}

    package func run() async throws {
        let settings = try settings()
        if let tokenFor {
            guard appSecret != nil else {
                throw CommandFailure.usage("--token-for requires --app-secret: without it each run has another secret")
            }
            Output.emit(lines: settings.service.tokens.token(for: tokenFor).revealed)
            return
        }
        let server = try await LiveServer.start(settings)
        if let certificateOut {
            guard let text = server.ownCertificate else {
                throw CommandFailure.usage(
                    "--certificate-out: no certificate was made, because --chat-tls and "
                        + "--rongcloud-tls are absent or --certificate is present")
            }
            try OutputFile.write(text, to: certificateOut)
        }
        // A secret of the user is known to those who need it, and is not repeated.
        let text = server.ports.json(appSecret == nil ? settings.service.tokens : nil)
        if let ports { try OutputFile.write(Array((text + "\n").utf8), to: ports, isPrivate: true) }
        if driven {
            await server.drive()
            let faults = try await server.faults()
            try await server.stop()
            return try (faults.isEmpty ? ToolExit.clean : .broken).finish()
        }
        if ports == nil { Output.emit(document: text + "\n") }
        try await server.waitForEnd()
    }

    func settings() throws -> LiveSettings {
        guard connections > 0, devices > 0, speed > 0, (1...65_536).contains(store) else {
            throw CommandFailure.usage("--connections, --devices, --speed and --store are numbers above 0")
        }
        // A driven server does what the runner directs, which signs its tokens with a secret of its own.
        var settings = LiveSettings(
            tokens: ServedTokens(
                appKey: appKey, secret: appSecret.map { SecretText($0) } ?? ServeCommand.randomSecret(),
                acceptsAny: anyToken || driven))
        let takesAll = chat == nil && rongcloud == nil && chatTls == nil && rongcloudTls == nil
        settings.chat = try (chat ?? (takesAll ? "127.0.0.1:0" : nil)).map(address)
        settings.rongCloud = try (rongcloud ?? (takesAll ? "127.0.0.1:0" : nil)).map(address)
        settings.chatTLS = try chatTls.map(address)
        settings.rongCloudTLS = try rongcloudTls.map(address)
        guard (certificate == nil) == (certificateKey == nil) else {
            throw CommandFailure.usage("--certificate and --certificate-key require each other")
        }
        settings.certificate = certificate
        settings.key = certificateKey
        settings.memoryPath = memory
        settings.hosts = host
        settings.origins = try origin.map { text in
            guard let origin = WebAccess.origin(text) else {
                throw CommandFailure.usage("--origin \(text): expected an origin, such as https://app.example:8443")
            }
            return origin
        }
        settings.faults = try faults.map { try FaultPlan(path: $0) }
        settings.callback = try callback.map { try CallbackAddress($0) }
        settings.inspects = inspect
        for text in group {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw CommandFailure.usage("--group \(text): expected ID=USER,USER")
            }
            let members = text[text.index(after: equals)...].split(separator: ",").map(String.init)
            settings.service.groups[ExactText(String(text[..<equals]))] = members
        }
        settings.service.blocked = block
        settings.service.devices = devices
        settings.connections = connections
        settings.service.storeBytes = store << 20
        settings.deflates = deflate
        settings.logPath = log
        settings.speed = speed
        settings.isQuiet = quiet
        return settings
    }

    /// Returns a secret that nobody can guess.
    private static func randomSecret() -> SecretText {
        // The first bit is set, so that every number has sixteen digits.
        SecretText((0..<2).map { _ in String(UInt64.random(in: .min ... .max) | 1 << 63, radix: 16) }.joined())
    }

    private func address(_ text: String) throws -> LiveAddress {
        guard let address = LiveAddress(text) else { throw CommandFailure.usage("\(text): expected HOST:PORT") }
        try address.check(isPublic: isPublic, text)
        return address
    }
}

#endif
