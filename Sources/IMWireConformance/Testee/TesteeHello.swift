// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireSpec
import IMWireValues

/// The properties that a testee reports in `hello`.
package struct TesteeHello: Sendable, Hashable {
    package var name: String
    package var version: String
    /// The programming language of the implementation.
    package var language: String
    /// The operations that the testee answers.
    package var operations: Set<String>
    /// The number of requests that may be open at once.
    package var window: Int
    /// Whether the testee uses the suite's error codes.
    package var hasErrorCodes: Bool
    /// Whether the testee writes canonical bytes.
    package var isCanonical: Bool
    /// Whether the testee reports the deviations of everything that it reads.
    package var reportsDeviations: Bool
    /// Whether the testee reports the unknown members of every content.
    package var reportsUnknown: Bool
    /// The release that the testee is, or behaves like (TST-077); nil for none.
    package var profile: String?

    /// Creates a value from the line that answers the request with this id.
    ///
    /// - Throws: ``SuiteError`` if the line is not a valid answer to `hello` (TST-021, TST-022).
    package init(_ line: RawJSON, id: Int) throws(SuiteError) {
        let answer: TesteeAnswer
        do {
            answer = try TesteeAnswer.read(line, id: id)
        } catch {
            throw TesteeHello.failure(error.reason)
        }
        guard case .ok(let json) = answer else { throw TesteeHello.failure(answer.summary) }
        let ok = JSONObject(json)
        guard let spoken = ok["protocol"]?.number?.int64 else {
            throw TesteeHello.failure("expected protocol, a number")
        }
        guard spoken == Suite.protocolVersion else {
            throw SuiteError(
                "the testee speaks version \(spoken) of the protocol, this suite version \(Suite.protocolVersion)")
        }
        func string(_ name: String) throws(SuiteError) -> String {
            guard let text = ok[name]?.string, !text.isEmpty else {
                throw TesteeHello.failure("expected \(name), a string that is not empty")
            }
            return text
        }
        func claim(_ name: String) throws(SuiteError) -> Bool {
            guard let value = ok[name] else { return false }
            guard let claim = value.boolean else { throw TesteeHello.failure("expected a boolean in \(name)") }
            return claim
        }
        name = try string("name")
        version = try string("version")
        language = try string("language")
        guard let operations = ok["operations"]?.elements?.map(\.string), !operations.contains(nil) else {
            throw TesteeHello.failure("expected operations, a list of strings")
        }
        self.operations = Set(operations.compactMap(\.self))
        let window = ok["window"].map { $0.number?.int64 ?? 0 } ?? 1
        guard window >= 1 else { throw TesteeHello.failure("expected an integer of 1 or more in window") }
        self.window = Int(min(256, window))
        hasErrorCodes = try claim("errorCodes")
        isCanonical = try claim("canonical")
        reportsDeviations = try claim("deviations")
        reportsUnknown = try claim("unknown")
        profile = ok["profile"] == nil ? nil : try string("profile")
    }

    private static func failure(_ what: String) -> SuiteError {
        SuiteError("the testee does not answer hello as the protocol requires (TST-021): \(what)")
    }
}
