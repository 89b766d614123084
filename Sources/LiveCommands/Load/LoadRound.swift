// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWireNIO
import NIOCore
import NIOPosix
import Platform

/// The settings of a load.
struct LoadSettings: Hashable, Sendable {
    var connections = 2_000
    /// The number of messages that each connection sends in a second.
    var rate = 1.0
    var seconds = 60
    /// Whether the server is killed halfway through and started again.
    var kills = false
    var memory: String?
}

/// One server and its load, from start to end.
struct LoadRound {
    private let settings: LoadSettings
    private let loop: any EventLoop
    /// The maximum times, in seconds, for logging in and for delivering the last messages.
    private static let connectTimeout = 90.0
    private static let settleTimeout = 45.0

    init(_ settings: LoadSettings) {
        self.settings = settings
        loop = MultiThreadedEventLoopGroup.singleton.next()
    }

    /// Runs the load, which lasts at most `seconds`, plus 90 s for the logins and 45 s for the remaining deliveries.
    func run() async throws -> LoadReport {
        var server = try await start(port: 0)
        var report = LoadReport(settings)
        report.empty = server.usage()
        let (settings, loop, port) = (settings, loop, server.port)
        let clients = try await loop.submit {
            let clients = LoadClients(
                count: settings.connections, rate: settings.rate, seconds: settings.seconds, port: port, on: loop)
            clients.connect()
            return NIOLoopBound(clients, eventLoop: loop)
        }.get()
        let started = NIODeadline.now()
        let wanted = settings.connections
        let areOnline = try await wait(LoadRound.connectTimeout, &server, &report) {
            try await loop.submit { clients.value.online == wanted }.get()
        }
        report.connectTime = LoadRound.seconds(since: started)
        if areOnline {
            // The work that remains after the logins is not part of the load.
            try await Task.sleep(for: .milliseconds(500))
            report.idle = server.usage()
            let own = ProcessUsage(of: getpid())
            let sending = NIODeadline.now()
            try await loop.submit { clients.value.send() }.get()
            if settings.kills {
                try await Task.sleep(for: .milliseconds(settings.seconds * 500))
                report.before = server.usage()
                let killed = NIODeadline.now()
                server.kill()
                server = try await start(port: port)
                report.outage = LoadRound.seconds(since: killed)
            }
            // The full sending time is measured, even if everything is sent earlier.
            let rest = Double(settings.seconds) - LoadRound.seconds(since: sending)
            if rest > 0 {
                _ = try await wait(rest, &server, &report) { false }
            }
            report.loaded = server.usage()
            report.own = ProcessUsage(of: getpid()).flatMap { end in own.map { end.processor - $0.processor } } ?? 0
            report.sendTime = LoadRound.seconds(since: sending)
            report.isSettled = try await wait(LoadRound.settleTimeout, &server, &report) {
                try await loop.submit { clients.value.isDone }.get()
            }
            report.settleTime = LoadRound.seconds(since: sending) - report.sendTime
            if report.isSettled {
                // A duplicate may arrive late.
                try await Task.sleep(for: .seconds(1))
            }
        }
        (report.tally, report.online) = try await loop.submit {
            let result = (clients.value.tally, clients.value.online)
            clients.value.end()
            return result
        }.get()
        try await Task.sleep(for: .milliseconds(100))
        server.kill()
        return report
    }

    private func start(port: Int) async throws -> LoadServer {
        try await LoadServer.start(port: port, connections: settings.connections + 100, memory: settings.memory)
    }

    /// Checks every 50 ms whether a condition holds; returns false if it does not hold in time, or if the server has
    /// ended.
    private func wait(
        _ timeout: Double, _ server: inout LoadServer, _ report: inout LoadReport,
        until isSo: () async throws -> Bool
    ) async throws -> Bool {
        let start = NIODeadline.now()
        while LoadRound.seconds(since: start) < timeout {
            if try await isSo() { return true }
            let (said, isGone) = server.look()
            if report.said.utf8.count < 4_096 { report.said += said }
            if isGone {
                report.isServerGone = true
                return false
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    private static func seconds(since start: NIODeadline) -> Double {
        Double((NIODeadline.now() - start).nanoseconds) / 1e9
    }
}

#endif
