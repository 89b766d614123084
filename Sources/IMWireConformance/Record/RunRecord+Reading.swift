// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

extension RunRecord {
    /// Creates a record from its JSON.
    ///
    /// - Parameter file: the name of the file, for errors.
    /// - Throws: ``SuiteError`` if the bytes are not the JSON of a record.
    package init(parsing bytes: [UInt8], file: String) throws(SuiteError) {
        guard let json = RawJSON(line: bytes) else { throw SuiteError("\(file): not JSON") }
        let root = JSONObject(json)
        guard root["kind"]?.string == RunRecord.kind else {
            throw SuiteError("\(file): not a report of `imwire conform`: kind is not \(RunRecord.kind)")
        }
        guard root["report"]?.number?.int64 == Int64(RunRecord.version) else {
            throw SuiteError("\(file): a report of another version than \(RunRecord.version)")
        }
        let reader = Reader(file: file)
        guard let suite = root["suite"]?.string, let cases = root["cases"]?.elements,
            let implementations = root["implementations"]?.elements
        else { throw SuiteError("\(file): suite, cases or implementations is missing") }
        var infos: [CaseInfo] = []
        for item in cases { infos.append(try reader.info(JSONObject(item))) }
        let known = Set(infos.map(\.id))
        var tested: [Implementation] = []
        for one in implementations { tested.append(try reader.implementation(JSONObject(one), known)) }
        guard Set(tested.map(\.label)).count == tested.count else {
            throw SuiteError("\(file): two implementations have the same label")
        }
        self.init(
            suite: suite, selected: root["selected"]?.number?.int64.flatMap { Int(exactly: $0) } ?? infos.count,
            shard: root["shard"]?.string, cases: infos, implementations: tested)
    }

    private struct Reader {
        let file: String

        func fault(_ what: String) -> SuiteError { SuiteError("\(file): \(what)") }

        func strings(_ json: RawJSON?) -> [String] { json?.elements?.compactMap(\.string) ?? [] }

        func integer(_ json: RawJSON?) -> Int { json?.number?.int64.flatMap { Int(exactly: $0) } ?? 0 }

        func info(_ json: JSONObject) throws(SuiteError) -> CaseInfo {
            guard let id = json["id"]?.string, let area = json["area"]?.string,
                let level = json["level"]?.string.flatMap({ SpecRequirement.Level(rawValue: $0.lowercased()) })
            else { throw fault("a case lacks id, area or level") }
            return CaseInfo(
                id: id, title: json["title"]?.string ?? "", area: area, level: level,
                operation: json["op"]?.string ?? "", requirements: strings(json["requirements"]),
                tags: strings(json["tags"]))
        }

        func implementation(_ json: JSONObject, _ known: Set<String>) throws(SuiteError) -> Implementation {
            guard let label = json["label"]?.string, let results = json["results"]?.elements else {
                throw fault("an implementation lacks label or results")
            }
            var one = Implementation(label: label)
            one.name = json["name"]?.string ?? ""
            one.version = json["version"]?.string ?? ""
            one.language = json["language"]?.string ?? ""
            one.command = json["command"]?.string
            one.rerun = json["rerun"]?.string ?? ""
            one.milliseconds = integer(json["milliseconds"])
            one.peakMemory = integer(json["peakMemoryKiB"])
            one.repeats = max(1, integer(json["repeats"]))
            one.fault = json["fault"]?.string
            for result in results {
                let result = try self.result(JSONObject(result))
                guard known.contains(result.id) else { throw fault("\(result.id) is a result without a case") }
                one.results.append(result)
            }
            return one
        }

        private func result(_ json: JSONObject) throws(SuiteError) -> CaseResult {
            guard let id = json["case"]?.string,
                let verdict = json["verdict"]?.string.flatMap(Verdict.init(rawValue:))
            else { throw fault("a result lacks case or verdict") }
            var result = CaseResult(id: id, verdict: verdict)
            result.reason = json["reason"]?.string
            result.code = json["code"]?.string
            result.remark = json["remark"]?.string
            result.muted = json["muted"]?.string
            result.microseconds = integer(json["microseconds"])
            result.steadiness = json["steadiness"]?.string.flatMap(CaseResult.Steadiness.init(rawValue:))
            for (name, count) in json["counts"]?.members ?? [] {
                if let outcome = Verdict(rawValue: name) { result.counts[outcome] = integer(count) }
            }
            result.failure = json["failure"].map { failure(JSONObject($0)) }
            result.wire = (json["wire"]?.elements ?? []).compactMap { try? WireEvent(Array($0.text.utf8).span) }
            return result
        }

        private func failure(_ json: JSONObject) -> CaseResult.Failure {
            var failure = CaseResult.Failure()
            failure.about = json["about"]?.string ?? ""
            failure.mode = json["mode"]?.string
            failure.manner = json["manner"]?.string
            failure.input = strings(json["input"])
            failure.request = json["request"]?.string ?? ""
            failure.expected = json["expected"]?.elements ?? []
            failure.allowsMore = json["allowsMore"]?.boolean ?? false
            failure.answered = json["answered"]
            failure.line = json["line"]?.string
            failure.stderr = json["stderr"]?.string ?? ""
            return failure
        }
    }
}
