// SPDX-License-Identifier: Apache-2.0

/// The timers of a machine, earliest first, and in the order in which they were set if due together (SES-003).
@usableFromInline
package struct SessionTimers<Name: Hashable & Sendable>: Sendable {
    @usableFromInline struct Entry: Sendable {
        @usableFromInline var due: Int64
        @usableFromInline var order: Int
        @usableFromInline var name: Name

        @inlinable
        init(due: Int64, order: Int, name: Name) {
            (self.due, self.order, self.name) = (due, order, name)
        }

        @inlinable
        func isBefore(_ other: Entry) -> Bool {
            due < other.due || due == other.due && order < other.order
        }
    }

    /// A binary heap, whose first entry is never a cancelled timer.
    @usableFromInline var heap: [Entry] = []
    /// The order number of the valid entry for each name.
    @usableFromInline var live: [Name: Int] = [:]
    @usableFromInline var order = 0
    /// The number of entries that were compared or moved so far.
    @usableFromInline package internal(set) var steps = 0

    /// Creates an empty set of timers.
    @inlinable package init() {}

    /// The time at which the next timer is due, or nil if no timer is running.
    @inlinable @inline(__always)
    package var nextDue: Int64? { heap.first?.due }

    @inlinable @inline(__always)
    package func isRunning(_ name: Name) -> Bool {
        live[name] != nil
    }

    /// Sets a timer, replacing any timer with the same name.
    @inlinable @inline(__always)
    package mutating func set(_ name: Name, at due: Int64) {
        order += 1
        let replaced = live.updateValue(order, forKey: name)
        let entry = Entry(due: due, order: order, name: name)
        var child = heap.count - 1
        // A timer that was set last is often set again, such as the only one of a session.
        let isLast = child >= 0 && heap[child].order == replaced
        if isLast {
            heap[child] = entry
        } else {
            heap.append(entry)
            child += 1
        }
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            steps += 1
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
        if replaced != nil, !isLast { purge() }
    }

    @inlinable @inline(__always)
    package mutating func cancel(_ name: Name) {
        if live.removeValue(forKey: name) != nil { purge() }
    }

    @inlinable
    package mutating func cancelAll() {
        heap.removeAll(keepingCapacity: true)
        live.removeAll(keepingCapacity: true)
    }

    /// Removes and returns the next timer that is due by `time`.
    @inlinable @inline(__always)
    package mutating func removeDue(by time: Int64) -> (name: Name, due: Int64)? {
        guard let first = heap.first, first.due <= time else { return nil }
        live[first.name] = nil
        removeFirst()
        purge()
        return (first.name, first.due)
    }

    /// Removes cancelled timers from the top, and all of them when they outnumber the running ones by more than 16.
    @inlinable @inline(__always)
    mutating func purge() {
        if heap.count > 2 * live.count + 16 {
            steps += heap.count
            let kept = heap.filter { live[$0.name] == $0.order }.sorted { $0.isBefore($1) }
            heap = kept  // a sorted array is a heap
        }
        while let first = heap.first, live[first.name] != first.order { removeFirst() }
    }

    @inlinable @inline(__always)
    mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { return }
            steps += 1
            let isRight = left + 1 < heap.count && heap[left + 1].isBefore(heap[left])
            let child = isRight ? left + 1 : left
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
