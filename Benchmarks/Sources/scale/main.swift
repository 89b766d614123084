// SPDX-License-Identifier: Apache-2.0

// Measures session machines with many sessions: the memory of a session, and the processor time of an event. The
// arguments are the kinds `chat`, `rongcloud` and `group` (by default all), and numbers of sessions, or of members of a
// group (by default 1000 10000 100000). Each number is measured with a new machine. Memory is that of the process, so
// that it is exact only for the first machine of a process, and for many sessions: `scale rongcloud 100000`.

var counts: [Int] = []
var kinds: [String] = []
for argument in CommandLine.arguments.dropFirst() {
    if let count = Int(argument), count >= 2 {
        counts.append(count)
    } else if ["chat", "rongcloud", "group"].contains(argument) {
        kinds.append(argument)
    } else {
        fatalError("usage: scale [chat|rongcloud|group…] [SESSIONS…], numbers from 2")
    }
}

for count in counts.isEmpty ? [1_000, 10_000, 100_000] : counts {
    for kind in kinds.isEmpty ? ["chat", "rongcloud", "group"] : kinds {
        switch kind {
        case "chat": ChatScale(count).report()
        case "rongcloud": PacketScale(count).report()
        default: GroupScale(count).report()
        }
    }
}
