// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform
import TextSupport

/// The options for testees that are not child processes but connect to the runner (TST-131).
struct ListeningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Listen here for a testee that connects: ws:// or tcp://; port 0 takes a free port; name= as above.",
            valueName: "[name=]url"))
    var testeeListen: [String] = []
    @Option(help: "How long to wait for a testee that connects: 60s, 5m.")
    var wait: TimeArgument?

    /// The time to wait for a connection, in milliseconds.
    var waitMilliseconds: Int { Int((wait?.duration ?? .seconds(60)) / .milliseconds(1)) }

    func validate() throws {
        if wait != nil, testeeListen.isEmpty { throw ValidationError("--wait belongs to --testee-listen") }
        for target in targets where ListeningSocket.Address(target.command ?? "") == nil {
            throw ValidationError("--testee-listen \(target.given): expected ws://HOST:PORT or tcp://HOST:PORT")
        }
    }

    /// The testees, named like those of `--testee`, with the address as their command.
    var targets: [ConformTarget] { testeeListen.map { ConformTarget($0) } }

    /// Opens the ports, prints their addresses, and returns the command that acts for each testee.
    ///
    /// The command waits for a connection and then relays it, so the runner treats it like any other testee.
    func open(helloTimeout: Int) throws -> [String: String] {
        if testeeListen.isEmpty { return [:] }
        let place = HandOver.isComplete ? RunningExecutable.url.path : HandOver.place(of: "imwire-live")
        guard let bridge = place else { throw HandOver.missing("imwire-live") }
        // The standard error of a testee is part of the report, so the bridge writes its messages to the terminal.
        let terminal = Console.isTerminal ? dup(STDERR_FILENO) : -1
        var commands: [String: String] = [:]
        for target in targets {
            guard let address = ListeningSocket.Address(target.command ?? "") else { continue }
            let socket = try ListeningSocket(address)
            Console.say("imwire: a testee connects to \(socket.url); a run waits \(waitMilliseconds / 1_000) s for it")
            commands[target.given] =
                "exec \(ShellWord.quoted(bridge)) testee-bridge --socket \(socket.descriptor)"
                + " --url \(ShellWord.quoted(socket.url)) --wait \(waitMilliseconds)"
                + " --hello-timeout \(helloTimeout)" + (terminal < 0 ? "" : " --terminal \(terminal)")
        }
        return commands
    }
}

/// A port that testees connect to.
///
/// The port stays open for the life of this process, and child processes inherit its descriptor.
struct ListeningSocket {
    /// An address: `ws://HOST:PORT` or `tcp://HOST:PORT`.
    struct Address {
        let scheme: String
        let host: String
        let port: Int

        /// Creates an address from a URL, or returns nil if the URL is not a valid address.
        init?(_ text: String) {
            guard let url = URL(string: text), let scheme = url.scheme, ["ws", "tcp"].contains(scheme),
                let host = url.host, !host.isEmpty, let port = url.port, (0...65_535).contains(port),
                url.path.isEmpty || url.path == "/", url.query == nil
            else { return nil }
            (self.scheme, self.port) = (scheme, port)
            self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        }
    }

    let descriptor: Int32
    /// The address, with the port that was bound.
    let url: String

    init(_ address: Address) throws(CommandFailure) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let shown = TextLayout.shown("\(address.host):\(address.port)", limit: 256)
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let info = found?.pointee else {
            throw .usage("\(shown): no such address")
        }
        defer { freeaddrinfo(found) }
        descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard descriptor >= 0, bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, listen(descriptor, 64) == 0
        else { throw SystemError.port(address.host, address.port, errno) }
        var port = [CChar](repeating: 0, count: 16)
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = descriptor
        let isNamed = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(descriptor, address, &length) == 0
                    && getnameinfo(address, length, nil, 0, &port, socklen_t(port.count), NI_NUMERICSERV) == 0
            }
        }
        guard isNamed else { throw .usage("\(shown): its port is not known") }
        let digits = String(decoding: port.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        url = "\(address.scheme)://\(address.host.contains(":") ? "[\(address.host)]" : address.host):\(digits)"
    }
}

#endif
