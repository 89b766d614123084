// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// What a child process has started, wherever that went: a daemon leaves the process group, and keeps its environment.
///
/// Each child has a variable of its own, which `/proc` shows of all its descendants. Where there is no `/proc`, none
/// are found.
struct Descendants {
    /// The variable, `NAME=1`.
    private let mark: [UInt8]

    /// What the variables of all children of this process begin with.
    private static let prefix = Array("IMWIRE_CHILD_\(getpid())_".utf8)
    private static let count = Atomic(0)
    private static let longestEnvironment = 1 << 20

    /// Takes a variable that no other child has, also not one of another runner.
    init() {
        let number = Descendants.count.add(1, ordering: .relaxed).newValue
        mark = Descendants.prefix + Array("\(number)=1".utf8)
    }

    /// The environment of this process and the variable, to be freed by the caller; it ends with nil.
    func environment() -> [UnsafeMutablePointer<CChar>?] {
        var words: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let word = next.pointee {
            words.append(strdup(word))
            next += 1
        }
        return words + [strdup(String(decoding: mark, as: UTF8.self)), nil]
    }

    /// Kills all that are left.
    func end() {
        Descendants.end { $0.elementsEqual(mark) }
    }

    /// Kills all that any child of this process has left.
    static func endAll() {
        end { $0.starts(with: prefix) }
    }

    /// Kills every process with a variable that is meant; what they start meanwhile is found in the next round.
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

    /// The variables that a process began with; nobody else's can be read.
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
