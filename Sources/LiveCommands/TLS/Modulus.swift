// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

/// Arithmetic on 256-bit numbers modulo an odd number, in Montgomery form: x is represented as x · 2^256.
///
/// For the throwaway key of a test server only: the running time depends on the numbers, so it is unsafe for other
/// uses.
struct Modulus {
    /// Four words, least significant first.
    typealias Number = [UInt64]

    let value: Number
    private let inverse: UInt64
    /// 2^512 modulo `value`, by which a number is converted to Montgomery form.
    private let square: Number
    let one: Number

    init(_ value: Number) {
        self.value = value
        // Newton's iteration: each step doubles the number of correct bits of the inverse of the lowest word.
        var inverse: UInt64 = 1
        for _ in 0..<6 { inverse = inverse &* (2 &- value[0] &* inverse) }
        self.inverse = 0 &- inverse
        var power: Number = [1, 0, 0, 0]
        for _ in 0..<512 { power = Modulus.add(power, power, value) }
        square = power
        one = [1, 0, 0, 0]
    }

    static func isLess(_ a: Number, _ b: Number) -> Bool {
        for index in (0..<4).reversed() where a[index] != b[index] { return a[index] < b[index] }
        return false
    }

    private static func subtractPlain(_ a: Number, _ b: Number) -> Number {
        var (result, borrow) = ([UInt64](repeating: 0, count: 4), UInt64(0))
        for index in 0..<4 {
            let (first, one) = a[index].subtractingReportingOverflow(b[index])
            let (second, two) = first.subtractingReportingOverflow(borrow)
            result[index] = second
            borrow = one || two ? 1 : 0
        }
        return result
    }

    private static func add(_ a: Number, _ b: Number, _ modulus: Number) -> Number {
        var (result, carry) = ([UInt64](repeating: 0, count: 4), UInt64(0))
        for index in 0..<4 {
            let (first, one) = a[index].addingReportingOverflow(b[index])
            let (second, two) = first.addingReportingOverflow(carry)
            result[index] = second
            carry = one || two ? 1 : 0
        }
        return carry == 1 || !isLess(result, modulus) ? subtractPlain(result, modulus) : result
    }

    func add(_ a: Number, _ b: Number) -> Number { Modulus.add(a, b, value) }
    func subtract(_ a: Number, _ b: Number) -> Number {
        Modulus.add(a, Modulus.subtractPlain(value, b), value)
    }

    /// Returns the product of two numbers in Montgomery form.
    func multiply(_ a: Number, _ b: Number) -> Number {
        var sum = [UInt64](repeating: 0, count: 6)
        func accumulate(_ factor: UInt64, _ number: Number) {
            var carry: UInt64 = 0
            for index in 0..<4 {
                let product = factor.multipliedFullWidth(by: number[index])
                let (low, one) = product.low.addingReportingOverflow(sum[index])
                let (lower, two) = low.addingReportingOverflow(carry)
                sum[index] = lower
                carry = product.high &+ (one ? 1 : 0) &+ (two ? 1 : 0)
            }
            let (high, isOver) = sum[4].addingReportingOverflow(carry)
            sum[4] = high
            if isOver { sum[5] &+= 1 }
        }
        for index in 0..<4 {
            accumulate(a[index], b)
            accumulate(sum[0] &* inverse, value)
            sum.removeFirst()
            sum.append(0)
        }
        let result = Array(sum[0..<4])
        return sum[4] != 0 || !Modulus.isLess(result, value) ? Modulus.subtractPlain(result, value) : result
    }

    func into(_ number: Number) -> Number { multiply(number, square) }
    func out(_ number: Number) -> Number { multiply(number, one) }

    /// Returns the inverse of a number by Fermat's little theorem, for a prime modulus; both are in Montgomery form.
    func invert(_ number: Number) -> Number {
        let exponent = Modulus.subtractPlain(value, [2, 0, 0, 0])
        var result = into(one)
        for bit in (0..<256).reversed() {
            result = multiply(result, result)
            if exponent[bit / 64] >> UInt64(bit % 64) & 1 == 1 { result = multiply(result, number) }
        }
        return result
    }

    /// Returns the reduced number of 32 bytes, most significant first.
    func number(_ bytes: [UInt8]) -> Number {
        let words = (0..<4).map { word in
            (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[(3 - word) * 8 + $1]) }
        }
        return Modulus.isLess(words, value) ? words : Modulus.subtractPlain(words, value)
    }

    static func bytes(_ number: Number) -> [UInt8] {
        (0..<32).map { UInt8(truncatingIfNeeded: number[3 - $0 / 8] >> UInt64(56 - 8 * ($0 % 8))) }
    }
}

#endif
