// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A process that kills the children of this one if a signal that cannot be caught ends it (LIV-130).
///
/// It is a shell that reads the ids of process groups from a pipe to which only this process can write. The pipe ends
/// with this process, however that ends; the shell then kills the groups that are left, and the processes that have left
/// them, which it finds by their environment like ``Descendants``.
enum ChildGuard {
    /// The end of the pipe for writing, or -1 without a shell.
    private static let pipe = Mutex(start())

    /// Records the group of a child that has started.
    static func add(_ leader: pid_t) { write("+ \(leader)\n") }

    /// Forgets the group of a child that has ended, before its id may be used again.
    static func remove(_ leader: pid_t) { write("- \(leader)\n") }

    private static func write(_ line: String) {
        pipe.withLock { pipe in
            // A line is shorter than what a pipe writes at once. SIGPIPE is ignored since the first child was started.
            if pipe >= 0, Glibc.write(pipe, line, line.utf8.count) < 0, errno != EINTR {
                close(pipe)
                pipe = -1
            }
        }
    }

    private static let script = """
        trap '' HUP INT TERM QUIT PIPE
        groups=' '
        while read -r sign group; do
            case $sign in
                +) groups="$groups$group " ;;
                -) case $groups in *" $group "*) groups="${groups%% $group *} ${groups#* $group }" ;; esac ;;
            esac
        done
        for group in $groups; do kill -s KILL -- "-$group"; done
        for process in /proc/[0-9]*; do
            if grep -qs "$0" "$process/environ"; then kill -s KILL -- "${process#/proc/}"; fi
        done
        """

    private static func start() -> Int32 {
        guard let ends = ChildGroups.pipe() else { return -1 }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends.read, 0)
        // Whoever reads the output of this process must not have to wait for the shell.
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        // Signals from the terminal do not reach another process group.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        let words = ["/bin/sh", "-c", script, String(decoding: Descendants.prefix, as: UTF8.self)]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var pid: pid_t = 0
        let status = ChildGroups.spawning.withLock { _ in
            posix_spawn(&pid, "/bin/sh", &actions, &attributes, &arguments, environ)
        }
        for word in arguments { free(word) }
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
        close(ends.read)
        guard status == 0 else {
            close(ends.write)
            return -1
        }
        return ends.write
    }
}
