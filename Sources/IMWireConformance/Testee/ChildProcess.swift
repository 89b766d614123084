// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A child process with pipes to its standard input, output, and error.
///
/// It leads a process group. The group, and the descendants that have left it, are killed when ``end(timeout:)`` is
/// called, when the value is destroyed, and when a signal ends this process.
package struct ChildProcess: ~Copyable {
    package let pid: pid_t
    private var input: Int32
    private let output: Int32
    private let error: Int32
    private let descendants = Descendants()
    private var isReaped = false
    private var status: Int32 = 0
    /// The peak memory of the process and the children it has waited for, in KiB; known when the process has ended.
    package private(set) var peakMemory = 0

    /// Creates a process by running a command line in the shell.
    package init(command: String) throws(SuiteError) {
        // A write to a child that has ended then fails with EPIPE, and raises no signal that would end this process.
        signal(SIGPIPE, SIG_IGN)
        func pipePair() throws(SuiteError) -> (read: Int32, write: Int32) {
            guard let ends = ChildGroups.pipe() else { throw SuiteError("cannot create a pipe: errno \(errno)") }
            return ends
        }
        let input = try pipePair()
        let output = try pipePair()
        let error = try pipePair()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, input.read, 0)
        posix_spawn_file_actions_adddup2(&actions, output.write, 1)
        posix_spawn_file_actions_adddup2(&actions, error.write, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        // The child starts with no signal blocked, and with the default action for SIGPIPE, which ends a process whose
        // output has no reader.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let words = ["/bin/sh", "-c", command]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment = descendants.environment()
        var status: Int32 = 0
        let pid = ChildGroups.start {
            var pid: pid_t = 0
            status = posix_spawn(&pid, "/bin/sh", &actions, &attributes, &arguments, &environment)
            return status == 0 ? pid : nil
        }
        for word in arguments + environment { free(word) }
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
        for end in [input.read, output.write, error.write] { close(end) }
        guard let pid else {
            for end in [input.write, output.read, error.read] { close(end) }
            throw SuiteError("\(command): cannot be started: errno \(status)")
        }
        for end in [input.write, output.read, error.read] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        self.pid = pid
        self.input = input.write
        self.output = output.read
        self.error = error.read
    }

    /// The events that occur during a wait.
    package struct Events {
        package var output: [UInt8] = []
        package var error: [UInt8] = []
        /// The number of offered bytes that were written.
        package var written = 0
        /// Whether the process or its output has ended, after which the process is unusable.
        package var hasEnded = false
    }

    /// Waits until data can be read or written, for `timeout` milliseconds at most.
    package mutating func wait(offering bytes: ArraySlice<UInt8>, timeout: Int) -> Events {
        var events = Events()
        let wantsInput = !bytes.isEmpty && input >= 0
        var descriptors = [
            pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: error, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wantsInput ? input : -1, events: Int16(POLLOUT), revents: 0),
        ]
        var ready = poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: timeout))
        // Processes that the child has started may keep its output open, which then has no end.
        if ready == 0, hasExited {
            // The last output may have arrived since.
            ready = poll(&descriptors, nfds_t(descriptors.count), 0)
            events.hasEnded = ready == 0
        }
        guard ready > 0 else { return events }
        if descriptors[1].revents != 0 { (events.error, _) = ChildProcess.drain(error) }
        if descriptors[0].revents != 0 { (events.output, events.hasEnded) = ChildProcess.drain(output) }
        if descriptors[2].revents != 0, wantsInput {
            let written = bytes.withUnsafeBytes { write(input, $0.baseAddress, min($0.count, 65_536)) }
            if written > 0 {
                events.written = written
            } else if errno != EAGAIN && errno != EINTR {
                close(input)  // there is no reader any more; the end of the output is reported separately
                input = -1
            }
        }
        return events
    }

    private static func drain(_ descriptor: Int32) -> (bytes: [UInt8], hasEnded: Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 { return (Array(buffer[..<count]), false) }
        return ([], count == 0 || (errno != EAGAIN && errno != EINTR))
    }

    /// Closes the standard input, after which the testee must end by itself (TST-006).
    package mutating func endInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Returns a description of how the process ended; kills it after `timeout` milliseconds.
    ///
    /// The descendants of the process that are left are killed too.
    package mutating func end(timeout: Int) -> String {
        endInput()
        var waited = 0
        while !isReaped, !hasExited, waited < timeout {
            usleep(2_000)
            waited += 2
        }
        let status = reap()
        let signal = status & 0x7f
        return signal == 0 ? "exit status \((status >> 8) & 0xff)" : "signal \(signal)"
    }

    /// Whether the process has ended; the process is not reaped, so that its id stays reserved.
    private var hasExited: Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT) == 0
            && information.si_signo == SIGCHLD
    }

    /// Kills the group and the other descendants, and returns the status of the process.
    private mutating func reap() -> Int32 {
        guard !isReaped else { return status }
        var usage = rusage()
        ChildGroups.end(pid)
        descendants.end()
        while wait4(pid, &status, 0, &usage) < 0 && errno == EINTR {}
        isReaped = true
        peakMemory = Int(usage.ru_maxrss)
        return status
    }

    /// Returns the peak memory of the process or one of its children so far, in KiB, or nil if it is unknown.
    package func memory() -> Int? {
        let children = ChildProcess.text("/proc/\(pid)/task/\(pid)/children").split(separator: " ").compactMap {
            Int32($0)
        }
        return ([pid] + children).compactMap { id in
            let line = ChildProcess.text("/proc/\(id)/status").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
        }.max()
    }

    private static func text(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        return String(decoding: drain(descriptor).bytes, as: UTF8.self)
    }

    deinit {
        if input >= 0 { close(input) }
        close(output)
        close(error)
        if !isReaped {
            var status: Int32 = 0
            ChildGroups.end(pid)
            descendants.end()
            while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        }
    }
}
