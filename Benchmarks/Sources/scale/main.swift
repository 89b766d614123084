// SPDX-License-Identifier: Apache-2.0

// Measures session machines with many sessions: the memory of a session, and the processor time of an event. Each
// number of sessions, and of members of a group, is measured with a new machine, in the order of the arguments (by
// default 1000 10000 100000). The memory of a small number of sessions is inexact, because the system counts pages.

let counts = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
if counts.contains(where: { $0 < 2 }) { fatalError("usage: scale [SESSIONS…], numbers from 2") }

for count in counts.isEmpty ? [1_000, 10_000, 100_000] : counts {
    ChatScale(count).report()
    PacketScale(count).report()
    GroupScale(count).report()
}
