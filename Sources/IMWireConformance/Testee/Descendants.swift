// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The processes that a child process has started, including daemons, which leave the process group.
///
/// Daemons keep their environment. Each child therefore has a variable of its own, which `/proc` shows for all its
/// descendants. Without `/proc`, no descendants are found.
struct Descendants {
    /// The variable, in the form `NAME=1`.
    private let mark: [UInt8]

    /// The prefix of the variables of all children of this process.
    static let prefix = Array("IMWIRE_CHILD_\(getpid())_".utf8)
    private static let count = Atomic(0)
    private static let longestEnvironment = 1 << 20

    /// Creates a variable that no other child has, including the children of other runners.
    init() {
        let number = Descendants.count.add(1, ordering: .relaxed).newValue
        mark = Descendants.prefix + Array("\(number)=1".utf8)
    }

    /// Returns the environment of this process with the variable, terminated by nil, which the caller must free.
    func environment() -> [UnsafeMutablePointer<CChar>?] {
        var words: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let word = next.pointee {
            words.append(strdup(word))
            next += 1
        }
        return words + [strdup(String(decoding: mark, as: UTF8.self)), nil]
    }

    /// Kills the remaining descendants of the child.
    func end() {
        Descendants.end { $0.elementsEqual(mark) }
    }

    /// Kills the remaining descendants of all children of this process.
    static func endAll() {
        end { $0.starts(with: prefix) }
    }

    /// Kills every process with a matching variable; processes that these start meanwhile are killed in the next round.
    private static func end(_ isMeant: (ArraySlice<UInt8>) -> Bool) {
        for _ in 0..<4 {
            let left = processes().filter { environment(of: $0).split(separator: 0).contains(where: isMeant) }
            if left.isEmpty { return }
            for process in left { kill(process, SIGKILL) }
        }
    }

    private static func processes() -> [pid_t] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [pid_t] = []
        while let entry = readdir(folder) {
            let id = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { pid_t(String(cString: $0)) }
            }
            if let id, id > 1, id != getpid() { found.append(id) }
        }
        return found
    }

    /// Returns the initial environment of a process, or an empty array for a process of another user.
    private static func environment(of process: pid_t) -> [UInt8] {
        let descriptor = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while text.count < longestEnvironment {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            text += buffer[..<count]
        }
        return text
    }
}
