// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireSpec
import Testing

/// The package's root, three folders above this file.
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The suite's own cases, which are read once.
let library = Result { try CaseLibrary(folder: root.appending(path: "Fixtures/cases")) }

/// The maximum number of places at which streams are split.
private let places: Int = {
    #if DEBUG
    8
    #else
    512
    #endif
}()

@Suite("The suite")
struct SuiteTests {
    @Test("Every case passes on the built-in codec")
    func builtInCodec() throws {
        // An optimized build tries as many places of every stream as `imwire conform` does, and a debug build tries
        // few.
        let verdicts = try Runner(places: places).runInProcess(try library.get().cases).results
        for verdict in verdicts where verdict.verdict != .passed {
            Issue.record("\(verdict.id): \(verdict.verdict.rawValue): \(verdict.reason ?? "")")
        }
    }

    @Test("There are at least 700 hand-written cases")
    func size() throws {
        #expect(try library.get().cases.filter { !$0.isDerived }.count >= 700)
    }

    @Test("Every case cites existing requirements and has a provenance")
    func citations() throws {
        let known = Set(SpecRequirement.all.map(\.id))
        for item in try library.get().cases {
            #expect(!item.requirements.isEmpty, "\(item.id)")
            for id in item.requirements { #expect(known.contains(id), "\(item.id): \(id)") }
            #expect(!item.provenance.isEmpty, "\(item.id)")
            #expect(item.id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(item.id)")
        }
    }

    @Test("No case is more binding than all requirements that it cites")
    func levels() throws {
        let levels = SpecRequirement.Level.allCases  // from the most binding to the least
        for item in try library.get().cases {
            let cited = item.requirements.compactMap { SpecRequirement.named($0)?.level }
            guard let own = levels.firstIndex(of: item.level) else { continue }
            #expect(cited.contains { levels.firstIndex(of: $0) ?? 0 <= own }, "\(item.id)")
        }
    }

    @Test("Every repairable deviation has a case in each mode and a canonical output")
    func deviations() throws {
        let cases = try library.get().cases
        // DEV-114 and later deviations occur in streams of messages and not in contents.
        for deviation in SpecDeviation.all where deviation.kind == "repairable" && deviation.id < "DEV-114" {
            let lenient = cases.filter { item in
                item.operation == .decode && item.input.modes.contains(.lenient)
                    && item.expectations.contains { $0.deviations?.contains(deviation.id) ?? false }
            }
            #expect(!lenient.isEmpty, "\(deviation.id) has no lenient case")
            let inputs = Set(
                lenient.map { $0.input.objectName + "\u{0}" + String(decoding: $0.input.bytes, as: UTF8.self) })
            func isSameInput(_ item: Case) -> Bool {
                inputs.contains(item.input.objectName + "\u{0}" + String(decoding: item.input.bytes, as: UTF8.self))
            }
            #expect(
                cases.contains {
                    $0.input.modes == [.strict] && $0.expectations.contains { $0.error != nil } && isSameInput($0)
                },
                "\(deviation.id) has no strict case")
            #expect(
                cases.contains { $0.operation == .roundtrip && isSameInput($0) },
                "\(deviation.id) has no canonical output")
        }
    }

    @Test("Every type has its own cases")
    func types() throws {
        let named = Set(try library.get().cases.map(\.input.objectName))
        for type in ContentRegistry.builtIn.all {
            #expect(named.contains(type.objectName.rawValue), "\(type.objectName) has no case")
        }
    }

    @Test("An empty selection is an error, and a pattern selects cases")
    func selection() throws {
        let library = try library.get()
        #expect(throws: SuiteError.self) { try library.select(only: ["nothing-*"]) }
        #expect(throws: SuiteError.self) { try library.select(only: [], except: ["*"]) }
        #expect(try library.select(only: ["dev-08-*"]).allSatisfy { $0.id.hasPrefix("dev-08-") })
    }
}
