// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import IMWire
import Platform

/// The command `imwire serve`, a server of both protocols for tests.
package struct ServeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves socket chat and RongCloud clients on this machine, for tests.",
        discussion: """
            A reference peer, not a service: one thread, everything in memory, and everything \
            bounded. Without an address it takes free ports of 127.0.0.1 for all protocols \
            and prints them. An address is HOST:PORT; port 0 takes a free one.

            Socket chat is what Spec/session.md says; the framing of each connection is \
            found by its first bytes. RongCloud is navigation (/navi.js, /cometnavi.js), \
            /ping, WebSocket and polling (/websocket, /pullmsg.js), and the server API with \
            signed requests. A page on / of that address shows what happens.

            A token is made by /user/getToken.json or `imwire serve --token-for USER`, and \
            is the user's id signed by the app secret; with --any-token any text is the id.

            EXAMPLES
              imwire serve --any-token
              imwire serve --chat 127.0.0.1:9000 --rongcloud 127.0.0.1:8080
              imwire serve --any-token --ports ports.json
              imwire serve --app-key k --app-secret s --log wire.jsonl --memory kept
              imwire conform --connect tcp://127.0.0.1:0 --driver "imwire serve --driven"

            LIMITS
              connections 10000 (--connections); 100000 users; a message has 128 KiB, a line or \
            packet 1 MiB, a body 2 MiB. For a client that does not read 8 MiB wait, for 30 s, and \
            for all clients 256 MiB. What all clients have sent of messages without their end \
            takes 128 MiB, and 16 KiB for each.

              Each side keeps 128 MiB for all of its users (--store), and for one user, group \
            or chatroom a sixteenth of what is left of that. A user's stores keep the newest \
            2000 messages, a chatroom 200. RongCloud's stores forget the oldest messages; a \
            chat message to a user whose store is full is refused. An answer to a pull or a \
            query has 512 KiB.

              A memory survives the end of the process, not that of the machine.
            """)

    @Option(help: ArgumentHelp("Address for socket chat.", valueName: "host:port"))
    var chat: String?

    @Option(help: ArgumentHelp("Address for socket chat over TLS.", valueName: "host:port"))
    var chatTls: String?

    @Option(help: ArgumentHelp("Address for RongCloud clients over TLS.", valueName: "host:port"))
    var rongcloudTls: String?

    @Option(help: ArgumentHelp("The certificate in PEM; without one it is made at the start.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("Its key in PEM.", valueName: "file"))
    var key: String?

    @Option(help: ArgumentHelp("Write the certificate that was made, for clients to trust.", valueName: "file"))
    var certificateOut: String?

    @Option(help: ArgumentHelp("Keep messages over a restart, in this file.", valueName: "file"))
    var memory: String?

    @Option(help: ArgumentHelp("Have faults on purpose, as this file says.", valueName: "file"))
    var faults: String?

    @Option(help: ArgumentHelp("Post messages, online status and rooms to this URL, signed.", valueName: "url"))
    var callback: String?

    @Flag(help: "Print what goes over connections, annotated.")
    var inspect = false

    @Option(help: ArgumentHelp("Address for RongCloud clients, the server API and the page.", valueName: "host:port"))
    var rongcloud: String?

    @Flag(name: .customLong("public"), help: "Allow addresses that other machines can reach.")
    var isPublic = false

    @Option(help: ArgumentHelp("Write the ports as a JSON object when all are open.", valueName: "file"))
    var ports: String?

    @Option(help: ArgumentHelp("The app key.", valueName: "key"))
    var appKey = "imwire"

    @Option(help: ArgumentHelp("The app secret.", valueName: "secret"))
    var appSecret = "secret"

    @Flag(help: "Take any token for the id of a user.")
    var anyToken = false

    @Option(help: ArgumentHelp("Print a token for this user, and end.", valueName: "user"))
    var tokenFor: String?

    @Option(help: ArgumentHelp("A group and its members; may be repeated.", valueName: "id=user,user"))
    var group: [String] = []

    @Option(help: ArgumentHelp("A user who may not log in; may be repeated.", valueName: "user"))
    var block: [String] = []

    @Option(help: ArgumentHelp("Connections of one RongCloud user; one more ends the oldest.", valueName: "number"))
    var devices = 8

    @Option(help: ArgumentHelp("Connections at once.", valueName: "number"))
    var connections = 10_000

    @Option(help: ArgumentHelp("MiB that each side keeps for all users.", valueName: "MiB"))
    var store = 128

    @Flag(help: "Deflate chat packets where that saves.")
    var deflate = false

    @Option(help: ArgumentHelp("Write what goes over the wire, a JSON line an event.", valueName: "file"))
    var log: String?

    @Option(help: ArgumentHelp("How much faster than the real clock timers run.", valueName: "factor"))
    var speed = 1

    @Flag(help: "Do what `imwire conform --driver` says on standard input, and end with it.")
    var driven = false

    @Flag(help: "Say nothing about connections and errors.")
    var quiet = false

    package init() {}

    package func run() async throws {
        let settings = try settings()
        if let tokenFor {
            Output.emit(lines: settings.tokens.token(for: tokenFor).revealed)
            return
        }
        let server = try await LiveServer.start(settings)
        if let certificateOut {
            guard let text = server.ownCertificate else {
                throw CommandFailure.usage(
                    "--certificate-out: no certificate was made, because --chat-tls and "
                        + "--rongcloud-tls are not there or --certificate is")
            }
            try OutputFile.write(text, to: certificateOut)
        }
        let text = server.ports.json
        if let ports { try OutputFile.write(text + "\n", to: ports) }
        if driven {
            await server.drive()
            return try await server.stop()
        }
        if ports == nil { Output.emit(document: text + "\n") }
        try await server.waitForEnd()
    }

    func settings() throws -> LiveSettings {
        guard connections > 0, devices > 0, speed > 0, (1...65_536).contains(store) else {
            throw CommandFailure.usage("--connections, --devices, --speed and --store are numbers above 0")
        }
        var settings = LiveSettings(tokens: ServedTokens(appKey: appKey, secret: Secret(appSecret), takesAny: anyToken))
        let takesAll = chat == nil && rongcloud == nil && chatTls == nil && rongcloudTls == nil
        settings.chat = try (chat ?? (takesAll ? "127.0.0.1:0" : nil)).map(address)
        settings.rongCloud = try (rongcloud ?? (takesAll ? "127.0.0.1:0" : nil)).map(address)
        settings.chatTLS = try chatTls.map(address)
        settings.rongCloudTLS = try rongcloudTls.map(address)
        guard (certificate == nil) == (key == nil) else {
            throw CommandFailure.usage("--certificate and --key belong together")
        }
        settings.certificate = certificate
        settings.key = key
        settings.memoryPath = memory
        settings.faults = try faults.map { try FaultPlan(path: $0) }
        settings.callback = try callback.map { try CallbackAddress($0) }
        settings.inspects = inspect
        for text in group {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw CommandFailure.usage("--group \(text): expected ID=USER,USER")
            }
            let members = text[text.index(after: equals)...].split(separator: ",").map(String.init)
            settings.groups[String(text[..<equals])] = members
        }
        settings.blocked = block
        settings.devices = devices
        settings.connections = connections
        settings.storeBytes = store << 20
        settings.deflates = deflate
        settings.logPath = log
        settings.speed = speed
        settings.isQuiet = quiet
        return settings
    }

    private func address(_ text: String) throws -> LiveAddress {
        guard let address = LiveAddress(text) else { throw CommandFailure.usage("\(text): expected HOST:PORT") }
        guard address.isLoopback || isPublic else {
            throw CommandFailure.usage("\(text) is not an address of this machine alone; --public allows it")
        }
        return address
    }
}

#endif
