// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

/// A run as JSON for programs: stable names, one object a case.
public enum JSONReport {
    /// The whole report, with LF at its end.
    public static func text(_ verdicts: [Verdict], hello: TesteeHello, seconds: Double) -> String {
        let summary = Summary(verdicts)
        var writer = ContentWriter()
        writer.open()
        writer.member("suite", Suite.version)
        writer.member("testee", testee(hello))
        writer.member("milliseconds", Int(seconds * 1_000))
        writer.member("total", tally(summary.total))
        writer.member("derived", summary.derived)
        writer.member("requirements", summary.requirements)
        writer.member("requirementsTotal", SpecRequirement.all.count)
        writer.member("areas", RawJSON.object(summary.areas.map { ($0.name, tally($0.tally)) }))
        writer.member(
            "levels", RawJSON.object(summary.levels.map { ($0.level.rawValue.uppercased(), tally($0.tally)) }))
        writer.member("cases", RawJSON.array(verdicts.map(verdict)))
        writer.close()
        return writer.text + "\n"
    }

    private static func testee(_ hello: TesteeHello) -> RawJSON {
        RawJSON.object([
            ("name", RawJSON(hello.name)), ("version", RawJSON(hello.version)), ("language", RawJSON(hello.language)),
        ])
    }

    private static func tally(_ tally: Tally) -> RawJSON {
        RawJSON.object(
            [("cases", RawJSON.integer(tally.total))]
                + Verdict.Outcome.allCases.map { ($0.rawValue, RawJSON.integer(tally[$0])) })
    }

    private static func verdict(_ verdict: Verdict) -> RawJSON {
        var members: [(String, RawJSON)] = [
            ("id", RawJSON(verdict.item.id)), ("area", RawJSON(verdict.item.area)),
            ("level", RawJSON(verdict.item.level.rawValue.uppercased())),
            ("requirements", RawJSON.array(verdict.item.requirements.map { RawJSON($0) })),
            ("outcome", RawJSON(verdict.outcome.rawValue)),
        ]
        if let reason = verdict.reason { members.append(("reason", RawJSON(reason))) }
        if let mode = verdict.mode { members.append(("mode", RawJSON(mode.rawValue))) }
        if let remark = verdict.remark { members.append(("remark", RawJSON(remark))) }
        if !verdict.stderr.isEmpty { members.append(("stderr", RawJSON(verdict.stderr))) }
        return RawJSON.object(members)
    }
}
