// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The resources that this process has used.
enum Usage {
    /// The processor time of this thread, in nanoseconds.
    static var time: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The resident memory in bytes, on systems that provide `/proc`; 0 elsewhere.
    static var bytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}

/// What one number of sessions needs.
struct Figures {
    private let name: String
    private let count: Int
    private var values: [(what: String, value: Int)] = []

    init(_ name: String, _ count: Int) {
        (self.name, self.count) = (name, count)
    }

    /// Records the memory that `body` allocates, in bytes a session.
    mutating func bytes(_ what: String, _ body: () -> Void) {
        let before = Usage.bytes
        body()
        values.append(("bytes a session, " + what, (Usage.bytes - before) / count))
    }

    /// Records the time of `body`, in nanoseconds an event.
    mutating func time(_ what: String, events: Int, _ body: () -> Void) {
        let before = Usage.time
        body()
        values.append(("ns to " + what, (Usage.time - before) / events))
    }

    /// Records a figure.
    mutating func add(_ what: String, _ value: Int) { values.append((what, value)) }

    func report() {
        for (what, value) in values { print("\(name), \(count) sessions: \(value) \(what)") }
    }
}
