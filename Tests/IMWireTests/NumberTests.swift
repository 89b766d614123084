// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Numbers")
struct NumberTests {
    @Test(
        "A number keeps its spelling (CNT-019)",
        arguments: [
            "0", "-0", "7", "1.50", "1E2", "1e+2", "-1.0E-5", "9223372036854775807", "9223372036854775808", "1e400",
        ])
    func spelling(text: String) throws {
        #expect(try JSONNumber(text: text).text == text)
    }

    @Test("Integers are exact up to 64 bits, and larger numbers are not integers")
    func integers() throws {
        #expect(try JSONNumber(text: "9223372036854775807").int64 == .max)
        #expect(try JSONNumber(text: "-9223372036854775808").int64 == .min)
        #expect(try JSONNumber(text: "9223372036854775808").int64 == nil)
        #expect(try JSONNumber(text: "-9223372036854775809").int64 == nil)
        #expect(try JSONNumber(text: "99999999999999999999").int64 == nil)
        #expect(try JSONNumber(text: "1.0").int64 == nil)
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect(
            JSONNumber(2.5 as Double)?.text == "2.5" && JSONNumber(7.0 as Double)?.text == "7"
                && JSONNumber(-0.0 as Double)?.text == "-0.0")
        #expect(JSONNumber(Double.infinity) == nil && JSONNumber(Double.nan) == nil)
    }

    @Test("A number has the nearest floating-point value, which is infinite out of range")
    func floatingPoint() throws {
        let integer = try JSONNumber(text: "-7")
        let fraction = try JSONNumber(text: "1.50")
        let (large, small) = (try JSONNumber(text: "1e400"), try JSONNumber(text: "-1e400"))
        #expect(integer.double == -7 && fraction.double == 1.5)
        #expect(large.double == .infinity && small.double == -.infinity)
        // JSON has no infinite numbers.
        #expect(JSONNumber(floatLiteral: .infinity).text == "0")
    }

    @Test(
        "Invalid JSON numbers are rejected",
        arguments: ["", "01", "+1", ".5", "1.", "1e", "-", "NaN", "0x1", " 1", "1 ", "١"])
    func refused(text: String) {
        #expect(throws: EncodeError(.number)) { try JSONNumber(text: text) }
    }
}
