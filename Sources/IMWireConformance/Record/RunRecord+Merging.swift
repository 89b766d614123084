// SPDX-License-Identifier: Apache-2.0

extension RunRecord {
    /// Returns the merged records of shards, of machines, or of several implementations (TST-125).
    ///
    /// Results of implementations with the same label and version are joined. If two records have the same case on the
    /// same implementation, the worse verdict counts, and a remark states both.
    ///
    /// - Throws: ``SuiteError`` if the records are of different suites, or one label stands for two implementations.
    package static func merged(_ records: [RunRecord]) throws(SuiteError) -> RunRecord {
        guard let first = records.first else { throw SuiteError("there is nothing to merge") }
        var merged = RunRecord(suite: first.suite, selected: 0, cases: [], implementations: [])
        var known: Set<String> = []
        var places: [String: Int] = [:]
        for record in records {
            guard record.suite == first.suite else {
                throw SuiteError("the reports are of different suites: \(first.suite) and \(record.suite)")
            }
            for item in record.cases where known.insert(item.id).inserted { merged.cases.append(item) }
            for one in record.implementations {
                guard let place = places[one.label] else {
                    places[one.label] = merged.implementations.count
                    merged.implementations.append(one)
                    continue
                }
                try merged.implementations[place].join(one)
            }
        }
        let isSharded = records.allSatisfy { $0.shard != nil } && Set(records.map(\.shard)).count == records.count
        merged.selected =
            isSharded
            ? records.map(\.selected).reduce(0, +) : max(merged.cases.count, records.map(\.selected).max() ?? 0)
        if let cases = casesOfShards(records) {
            merged.cases = cases
            merged.sortResults()
        }
        return merged
    }

    /// Returns the cases of all shards of a run in the order of that run, or nil if the records are not all of its
    /// shards.
    ///
    /// A shard has every n-th case (``CaseOrder/shard(_:_:of:)``).
    private static func casesOfShards(_ records: [RunRecord]) -> [CaseInfo]? {
        var shards: [Int: [CaseInfo]] = [:]
        for record in records {
            let parts = (record.shard ?? "").split(separator: "/").map { Int($0) ?? 0 }
            guard parts.count == 2, parts[1] == records.count, 1...parts[1] ~= parts[0] else { return nil }
            shards[parts[0]] = record.cases
        }
        guard shards.count == records.count else { return nil }
        let lists = shards.sorted { $0.key < $1.key }.map(\.value)
        let longest = lists.map(\.count).max() ?? 0
        return (0..<longest).flatMap { row in lists.compactMap { row < $0.count ? $0[row] : nil } }
    }
}

extension RunRecord.Implementation {
    /// Adds the identity, the fault and the peak memory of another run of the implementation.
    mutating func absorb(_ other: RunRecord.Implementation) {
        if name.isEmpty { (name, version, language) = (other.name, other.version, other.language) }
        peakMemory = max(peakMemory, other.peakMemory)
        fault = fault ?? other.fault
    }

    fileprivate mutating func join(_ other: RunRecord.Implementation) throws(SuiteError) {
        let isSame = name == other.name && version == other.version || name.isEmpty || other.name.isEmpty
        guard isSame else {
            throw SuiteError(
                "\(label) is \(name) \(version) in one report and \(other.name) \(other.version) in another")
        }
        absorb(other)
        milliseconds += other.milliseconds
        repeats = max(repeats, other.repeats)
        var places = Dictionary(uniqueKeysWithValues: results.enumerated().map { ($1.id, $0) })
        for result in other.results {
            guard let place = places[result.id] else {
                places[result.id] = results.count
                results.append(result)
                continue
            }
            let mine = results[place]
            if mine.verdict == result.verdict { continue }
            var worse = mine.verdict.isFinding ? mine : result.verdict.isFinding ? result : mine
            worse.remark = "\(mine.verdict.title) in one report, \(result.verdict.title) in another"
            results[place] = worse
        }
    }
}
