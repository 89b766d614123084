// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The process groups of running children.
///
/// When a signal ends this process, the groups are killed, with all processes that have left them (TST-107);
/// ``ChildGuard`` kills them after a signal that cannot be caught. A child has its own process group, so that everything
/// it starts can be ended with it. As a consequence, no signal from the terminal reaches it.
enum ChildGroups {
    private static let capacity = 1_024

    /// The process ids of the group leaders, or 0 for a free slot, in fixed memory because a signal handler reads them.
    private nonisolated(unsafe) static let leaders: UnsafeMutablePointer<Atomic<pid_t>> = {
        let places = UnsafeMutablePointer<Atomic<pid_t>>.allocate(capacity: capacity)
        for index in 0..<capacity { (places + index).initialize(to: Atomic(0)) }
        return places
    }()

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// The signal that ends this process, for the thread that waits for it.
    private static let received = Atomic<Int32>(0)
    private nonisolated(unsafe) static let arrival: UnsafeMutablePointer<sem_t> = {
        let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
        return semaphore
    }()

    /// Held while a pipe is created or a process is started, so that no process inherits an end of another's pipe.
    static let spawning = Mutex(())

    /// Returns a pipe whose ends no process inherits, or nil if there is none.
    static func pipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [0, 0]
        let status = spawning.withLock { _ in
            let status = Glibc.pipe(&ends)
            if status == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
            return status
        }
        return status == 0 ? (ends[0], ends[1]) : nil
    }

    /// Starts a child with `spawn`, which returns its process id, and records the id.
    ///
    /// The signals are blocked meanwhile, so that none arrives between the two steps.
    static func start(_ spawn: () -> pid_t?) -> pid_t? {
        _ = handlers
        var held = sigset_t()
        var before = sigset_t()
        sigemptyset(&held)
        for number in signals { sigaddset(&held, number) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        guard let leader = spawning.withLock({ _ in spawn() }) else { return nil }
        for index in 0..<capacity
        where leaders[index].compareExchange(expected: 0, desired: leader, ordering: .relaxed).exchanged { break }
        ChildGuard.add(leader)
        return leader
    }

    /// Kills a child's group, including the child if it is still running; the child must not have been waited for yet.
    ///
    /// The process id stays in use until then, so that the signal cannot reach an unrelated process.
    static func end(_ leader: pid_t) {
        kill(-leader, SIGKILL)
        ChildGuard.remove(leader)
        for index in 0..<capacity
        where leaders[index].compareExchange(expected: leader, desired: 0, ordering: .relaxed).exchanged { break }
    }

    /// Kills all groups; this function is safe in a signal handler.
    private static func killAll() {
        for index in 0..<capacity {
            let leader = leaders[index].load(ordering: .relaxed)
            if leader > 0 { kill(-leader, SIGKILL) }
        }
    }

    /// Waits for a signal, ends the processes that have left the groups, and ends this process with the same signal.
    ///
    /// A separate thread does this, because a signal handler may not read `/proc`.
    private static func waitForSignal() {
        while sem_wait(arrival) != 0 {}
        Descendants.endAll()
        let number = received.load(ordering: .relaxed)
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }

    /// Installs the handlers once; signals that are ignored, for example under `nohup`, stay ignored.
    private static let handlers: Void = {
        _ = (leaders, arrival)
        received.store(0, ordering: .relaxed)
        atexit {
            ChildGroups.killAll()
            Descendants.endAll()
        }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                ChildGroups.waitForSignal()
                return nil
            }, nil)
        for number in signals {
            var present = sigaction()
            sigaction(number, nil, &present)
            guard present.__sigaction_handler.sa_handler == nil else { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                ChildGroups.received.store(number, ordering: .relaxed)
                ChildGroups.killAll()
                sem_post(ChildGroups.arrival)
            }
            // A second signal ends the process without waiting for the thread.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            sigaction(number, &action, nil)
        }
    }()
}
