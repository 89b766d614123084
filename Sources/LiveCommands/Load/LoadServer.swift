// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues
import Platform
import TextSupport

/// A process that runs `imwire serve` for a load.
///
/// The server ends when this process ends for any reason, because its standard input then ends.
struct LoadServer: ~Copyable {
    /// The port for socket chat.
    let port: Int
    private var process: ChildProcess

    /// Starts a server and waits until its port is open.
    ///
    /// - Parameter port: The port, or 0 for any free port.
    static func start(port: Int, connections: Int, memory: String?) async throws -> LoadServer {
        let ports = FileManager.default.temporaryPath("imwire-load-\(UInt64.random(in: .min ... .max)).json")
        defer { try? FileManager.default.removeItem(atPath: ports) }
        var words = [
            RunningExecutable.url.path, "serve", "--driven", "--quiet", "--chat", "127.0.0.1:\(port)", "--ports",
            ports,
            "--connections", "\(connections)",
        ]
        if let memory { words += ["--memory", memory] }
        var process = try ChildProcess(command: "exec " + words.map(ShellWord.quoted).joined(separator: " "))
        // Reading a memory of one gigabyte takes time, so the limit is 60 seconds.
        for _ in 0..<3_000 {
            if let data = FileManager.default.contents(atPath: ports), let json = RawJSON(line: Array(data)),
                let port = json["chat"]?.number?.int64
            {
                return LoadServer(port: Int(port), process: process)
            }
            let events = process.wait(offering: [], timeout: 0)
            if events.hasEnded || !events.error.isEmpty {
                throw CommandFailure(
                    message: "imwire serve did not start: \(String(decoding: events.error, as: UTF8.self))",
                    exit: .broken)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw CommandFailure(message: "imwire serve did not open its port within 60 s", exit: .broken)
    }

    /// Returns new text on standard error, and whether the process has ended.
    mutating func look() -> (said: String, isGone: Bool) {
        let events = process.wait(offering: [], timeout: 0)
        return (String(decoding: events.error, as: UTF8.self), events.hasEnded)
    }

    /// Kills the process with SIGKILL and waits for its end.
    consuming func kill() {
        _ = process.end(timeout: 0)
    }

    /// Returns the resources used so far.
    func usage() -> ProcessUsage? { ProcessUsage(of: process.pid) }
}

/// The processor time and memory of a process, on systems that provide `/proc`.
struct ProcessUsage: Hashable, Sendable {
    /// The user and system time, in milliseconds.
    var processor: Int
    /// The current resident memory, in KiB.
    var memory: Int
    /// The peak resident memory, in KiB.
    var peak: Int

    init?(of pid: pid_t) {
        guard let status = ProcessUsage.text("/proc/\(pid)/status"), let stat = ProcessUsage.text("/proc/\(pid)/stat"),
            // The program's name may contain spaces and parentheses.
            let bracket = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: bracket)...].split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
        processor = (user + system) * 1_000 / max(1, Int(sysconf(Int32(_SC_CLK_TCK))))
        func kibibytes(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        memory = kibibytes("VmRSS:")
        peak = kibibytes("VmHWM:")
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}

#endif
