// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireTestSupport
import IMWireValues

/// A target for scripts of `session.run`: configurations at and beyond their ranges, and events at any time.
///
/// The targets of the machines themselves have fixed configurations, and times that increase by at most one minute.
package struct ScriptTarget: FuzzTarget {
    package let name = "scripts"

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        guard let script = try? RawJSON(parsing: input.span) else { return }
        let memory = MemoryOracle()
        do throws(SessionScript.Skip) {
            let answer = try SessionScript.run(script)
            ScriptTarget.judge(answer, script, &observation)
        } catch {
            let refusal = error.refusal
            observation.note(.code, TextHash.of(refusal?.code ?? "skip"), TextHash.of(refusal?.path ?? ""))
        }
        // An answer is at most 4 MiB (SES-145), and the list of its actions takes several times as much.
        memory.judge(name, input: input.count, factor: 20_000, base: 256 << 20, &observation)
    }

    /// Judges whether actions are bounded, and their times increase within those of the events (SES-143 to SES-145).
    private static func judge(_ answer: RawJSON, _ script: RawJSON, _ observation: inout Observation) {
        let actions = answer["actions"]?.elements ?? []
        observation.note(.count, UInt64(min(actions.count, 8)))
        observation.note(size: actions.count)
        if answer.text.utf8.count > 5 << 20 { observation.violate(.memory, at: "script actions") }
        // A time beyond 64 bits counts as the last one (SES-144).
        let latest = script["events"]?.elements?.compactMap { Int64(clamping: $0["at"]?.number) }.max() ?? 0
        var last = Int64.min
        for action in actions {
            observation.note(.order, TextHash.of(action["action"]?.string ?? ""))
            guard let time = action["at"]?.number?.int64 else {
                observation.violate(.session, at: "script action without a time")
                continue
            }
            if time < last { observation.violate(.session, at: "script time falls") }
            if time > max(latest, -9_007_199_254_740_991) {
                observation.violate(.session, at: "script action in the future")
            }
            last = time
        }
    }

    // MARK: Making inputs

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        let machine = EdgeValues.pick(Array(ScriptTarget.machines.keys).sorted(), &random)
        let (names, events) = ScriptTarget.machines[machine] ?? ([], [])
        var config = machine == "client" ? [#""user":"a""#] : []
        for _ in 0..<random.pick(0...3) {
            config.append("\"\(EdgeValues.pick(names, &random))\":\(ScriptTarget.number(&random))")
        }
        var text = #"{"machine":"\#(machine)","config":{\#(config.joined(separator: ","))},"events":["#
        var time: Int64 = 0
        for index in 0..<random.pick(1...12) {
            // Most scripts begin with the events that bring a machine online.
            let event = index < 3 && random.chance(80) ? events[index] : EdgeValues.pick(events, &random)
            let later = EdgeValues.pick([Int64(0), 1, 10, 1_000, 60_000, 86_400_000, 1_000_000_000_000_000], &random)
            time = random.chance(3) ? .max : time.later(by: later)
            text += "\(index == 0 ? "" : ","){\"at\":\(time),\(event)}"
        }
        return Array((text + "]}").utf8)
    }

    private static func number(_ random: inout SeededRandom) -> String {
        random.chance(50)
            ? EdgeValues.pick(["0", "1", "-1", "2", "50", "1000", "86400000", "86400001", "[0]", "[0,1]"], &random)
            : EdgeValues.pick(EdgeValues.numbers, &random)
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        JSONMutator.mutate(&input, names: dictionary, &random)
        return input
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] { JSONShrinker.smaller(input) }

    package func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .sessionRun else { return nil }
        return Array(RawJSON.object(item.input.members).text.utf8)
    }

    package func question(_ input: [UInt8]) -> TesteeRequest? {
        guard let members = (try? RawJSON(parsing: input.span))?.members else { return nil }
        return TesteeRequest(Case.Operation.sessionRun.rawValue, members)
    }

    package var dictionary: [[UInt8]] {
        let names = ScriptTarget.machines.values.flatMap(\.config) + ["machine", "config", "events", "at", "event"]
        return names.sorted().map { Array($0.utf8) }
    }

    /// The configuration members of each machine, and its events, of which the first three bring it online.
    private static let machines: [String: (config: [String], events: [String])] = [
        "client": (
            [
                "epoch", "tls", "loginTimeout", "beatInterval", "beatMisses", "reconnectLimit", "backoff",
                "receiptTimeout", "resendLimit", "outgoingLimit", "seenLimit",
            ],
            [
                #""event":"connect""#, #""event":"opened""#,
                #""event":"received","message":{"messageType":"loginReceipt"}"#, #""event":"secured""#,
                #""event":"send","key":"k","message":{"toUserID":"b","chatType":"userChat"}"#,
                #""event":"received","messages":[{"messageType":"normal","messageID":"m1"},{"messageType":"repeal","messageID":"m0"},{"messageType":"normal","messageID":"m2"}]"#,
                #""event":"closed""#, #""event":"tick""#, #""event":"disconnect""#,
            ]
        ),
        "server": (
            [
                "loginTimeout", "beatInterval", "beatMisses", "redeliverAfter", "batchLimit", "keyLimit",
                "offlineLimit", "recallLimit",
            ],
            [
                #""event":"accepted","connection":1"#,
                #""event":"received","connection":1,"message":{"messageType":"login","fromUserID":"a","deviceType":"iOS","versionCode":"1"}"#,
                #""event":"received","connection":1,"message":{"messageType":"normal","toUserID":"a","chatType":"userChat"}"#,
                #""event":"post","message":{"messageType":"system","toUserID":"a"}"#,
                #""event":"received","connection":1,"message":{"beatID":"beatID"}"#, #""event":"restart""#,
                #""event":"tick""#,
            ]
        ),
        "chatroom": (
            ["kept", "joinCount", "capacity", "rate", "rateWindow", "lowDrop", "highDrop"],
            [
                #""event":"create","room":"r""#, #""event":"join","room":"r","user":"a""#,
                #""event":"send","room":"r","user":"a","message":{"objectName":"RC:TxtMsg","content":{}}"#,
                #""event":"ban","room":"r","user":"a","duration":9223372036854775807"#, #""event":"load","load":90"#,
                #""event":"tick""#,
            ]
        ),
        "likes": (["interval"], [#""event":"like""#, #""event":"tick""#, #""event":"leave""#]),
        "stream": (
            ["textBytes", "chunks"],
            [
                #""event":"request""#, #""event":"begin""#, #""event":"chunk","seq":1,"content":"a""#,
                #""event":"chunk","seq":9223372036854775807,"complete":true"#, #""event":"end""#, #""event":"tick""#,
            ]
        ),
        "rmtp-client": (
            [
                "connAckTimeout", "answerTimeout", "pullInterval", "inboxTime", "outboxTime", "roomPullCount",
                "largestId",
                "kvStorage", "syncedLimit", "roomKeyLimit",
            ],
            [
                #""event":"connect""#, #""event":"opened""#,
                #""event":"received","packet":{"packet":"CONNACK","status":0,"userId":"a"}"#,
                #""event":"received","packet":{"packet":"QUERYACK","messageId":1,"date":0,"status":0}"#,
                #""event":"join","room":"r""#, #""event":"received","packet":{"packet":"PINGRESP"}"#,
                #""event":"publish","key":1,"topic":"ppMsgP","targetId":"b","data":"""#, #""event":"tick""#,
                #""event":"logout""#, #""event":"disconnect","push":true"#,
            ]
        ),
        "rmtp-server": (
            ["silence", "answerTimeout", "refusalDelay", "openLimit", "largestId"],
            [
                #""event":"accept","userId":"a","sessionId":"s","timestamp":1"#,
                #""event":"received","packet":{"packet":"PUBLISH","qos":1,"topic":"ppMsgP","targetId":"b","messageId":1,"data":""}"#,
                #""event":"publish","key":1,"topic":"s_ntf","targetId":"a","data":"","date":1"#,
                #""event":"acknowledge","id":1,"time":1,"messageUId":"u""#, #""event":"tick""#,
            ]
        ),
    ]
}

extension Int64 {
    /// Creates the nearest integer to a number, or returns nil for an absent one.
    fileprivate init?(clamping number: JSONNumber?) {
        guard let number else { return nil }
        self = number.int64 ?? (number.double < 0 ? .min : .max)
    }
}
