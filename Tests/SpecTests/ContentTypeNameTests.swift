// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Names of content types")
struct ContentTypeNameTests {
    /// The names of the service that predate the pattern or do not follow it.
    private static let known: Set<String> = [
        "RC:CSCha", "RC:CallAISummary", "RC:ChrmMemChange", "RC:CsCEI", "RC:CsChaR", "RC:CsContact", "RC:CsDHM",
        "RC:CsEI", "RC:CsEnd", "RC:CsEva", "RC:CsHM", "RC:CsHs", "RC:CsHsR", "RC:CsLM", "RC:CsLm", "RC:CsPLM",
        "RC:CsPullEva", "RC:CsSp", "RC:CsUpdate", "RC:PSCmd", "RC:RC", "RC:RL", "RC:RLEnd", "RC:RLJoin", "RC:RLQuit",
        "RC:RLStart", "RC:RcCmd", "RC:VCAccept", "RC:VCHangup", "RC:VCInvite", "RC:VCModifyMedia", "RC:VCModifyMem",
        "RC:VCRinging", "RC:VCSummary", "RC:chrmKVNotiMsg", "RCJrmf:RpMsg", "RCJrmf:RpOpendMsg",
    ]

    @Test("Only the known names break the pattern (CNT-008)")
    func pattern() throws {
        let folder = root.appending(path: "Spec/content-types")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var others: Set<String> = []
        for file in files where file.pathExtension == "json" {
            let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            let name = try #require(schema?["x-objectName"] as? String)
            if name.wholeMatch(of: /RC:[A-Z][A-Za-z0-9]*(Msg|Ntf|Sts)/) == nil { others.insert(name) }
        }
        #expect(files.count > 80)
        #expect(others == Self.known)
    }
}
