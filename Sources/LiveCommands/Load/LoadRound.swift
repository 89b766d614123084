// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWireNIO
import NIOCore
import NIOPosix
import Platform

/// What a load is.
struct LoadSettings: Hashable, Sendable {
    var connections = 2_000
    /// Messages of each connection in a second.
    var rate = 1.0
    var seconds = 60
    /// Whether the server is killed in the middle, and started again.
    var kills = false
    var memory: String?
}

/// One server and its load, from start to end.
struct LoadRound {
    private let settings: LoadSettings
    private let loop: any EventLoop
    /// How long logins may take, and how long what was sent last.
    private static let connectPatience = 90.0
    private static let settlePatience = 45.0

    init(_ settings: LoadSettings) {
        self.settings = settings
        loop = MultiThreadedEventLoopGroup.singleton.next()
    }

    /// Runs it; at most `seconds`, 90 s for the logins and 45 s for the rest.
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
        let areOnline = try await wait(LoadRound.connectPatience, &server, &report) {
            try await loop.submit { clients.value.online == wanted }.get()
        }
        report.connectTime = LoadRound.seconds(since: started)
        if areOnline {
            // What the logins have left to do is not the load's.
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
            // What is done with is done with; the time of sending is measured whole.
            let rest = Double(settings.seconds) - LoadRound.seconds(since: sending)
            if rest > 0 {
                _ = try await wait(rest, &server, &report) { false }
            }
            report.loaded = server.usage()
            report.own = ProcessUsage(of: getpid()).flatMap { end in own.map { end.processor - $0.processor } } ?? 0
            report.sendTime = LoadRound.seconds(since: sending)
            report.isSettled = try await wait(LoadRound.settlePatience, &server, &report) {
                try await loop.submit { clients.value.isDone }.get()
            }
            report.settleTime = LoadRound.seconds(since: sending) - report.sendTime
            if report.isSettled {
                // Something that comes twice may come late.
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

    /// Looks every 50 ms whether something is so, for a time at most; false where it never was or the server is gone.
    private func wait(
        _ patience: Double, _ server: inout LoadServer, _ report: inout LoadReport,
        until isSo: () async throws -> Bool
    ) async throws -> Bool {
        let start = NIODeadline.now()
        while LoadRound.seconds(since: start) < patience {
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
