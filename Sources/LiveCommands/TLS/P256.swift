// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

/// A key on the curve P-256 and its signatures (FIPS 186-4), for the throwaway certificate of a test server only.
struct P256Key {
    private static let field = Modulus([
        0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_ffff, 0x0000_0000_0000_0000, 0xffff_ffff_0000_0001,
    ])
    private static let order = Modulus([
        0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff, 0xffff_ffff_0000_0000,
    ])

    /// A point with the affine coordinates X/Z² and Y/Z³, in Montgomery form; nil represents the point at infinity.
    private struct Point {
        var x, y, z: Modulus.Number
    }

    private static let base = Point(
        x: field.into([0xf4a1_3945_d898_c296, 0x7703_7d81_2deb_33a0, 0xf8bc_e6e5_63a4_40f2, 0x6b17_d1f2_e12c_4247]),
        y: field.into([0xcbb6_4068_37bf_51f5, 0x2bce_3357_6b31_5ece, 0x8ee7_eb4a_7c0f_9e16, 0x4fe3_42e2_fe1a_7f9b]),
        z: field.into(field.one))

    /// The private key, 32 bytes.
    let secret: [UInt8]
    /// The public point: the byte 04, x and y.
    let publicKey: [UInt8]

    /// Creates a random key.
    init() {
        let number = P256Key.random()
        secret = Modulus.bytes(number)
        let point = P256Key.affine(P256Key.multiply(P256Key.base, number))
        publicKey = [4] + Modulus.bytes(point.x) + Modulus.bytes(point.y)
    }

    private static func random() -> Modulus.Number {
        while true {
            let number = (0..<4).map { _ in UInt64.random(in: .min ... .max) }
            if Modulus.isLess(number, order.value), number != [0, 0, 0, 0] { return number }
        }
    }

    /// Returns the two numbers of the signature of a 32-byte digest.
    func sign(_ digest: [UInt8]) -> (r: [UInt8], s: [UInt8]) {
        let order = P256Key.order
        while true {
            let nonce = P256Key.random()
            let point = P256Key.affine(P256Key.multiply(P256Key.base, nonce))
            let r = order.number(Modulus.bytes(point.x))
            let product = order.multiply(order.into(r), order.into(order.number(secret)))
            let sum = order.add(order.into(order.number(digest)), product)
            let s = order.out(order.multiply(order.invert(order.into(nonce)), sum))
            if r != [0, 0, 0, 0], s != [0, 0, 0, 0] { return (Modulus.bytes(r), Modulus.bytes(s)) }
        }
    }

    // MARK: The curve

    private static func double(_ point: Point) -> Point {
        let f = field
        let delta = f.multiply(point.z, point.z)
        let gamma = f.multiply(point.y, point.y)
        let beta = f.multiply(point.x, gamma)
        let product = f.multiply(f.subtract(point.x, delta), f.add(point.x, delta))
        let alpha = f.add(f.add(product, product), product)
        let beta4 = f.add(f.add(beta, beta), f.add(beta, beta))
        let x = f.subtract(f.multiply(alpha, alpha), f.add(beta4, beta4))
        let sum = f.add(point.y, point.z)
        let z = f.subtract(f.subtract(f.multiply(sum, sum), gamma), delta)
        let square = f.multiply(gamma, gamma)
        let square4 = f.add(f.add(square, square), f.add(square, square))
        let y = f.subtract(f.multiply(alpha, f.subtract(beta4, x)), f.add(square4, square4))
        return Point(x: x, y: y, z: z)
    }

    private static func add(_ a: Point, _ b: Point) -> Point {
        let f = field
        let (za, zb) = (f.multiply(a.z, a.z), f.multiply(b.z, b.z))
        let (ua, ub) = (f.multiply(a.x, zb), f.multiply(b.x, za))
        let (sa, sb) = (f.multiply(a.y, f.multiply(zb, b.z)), f.multiply(b.y, f.multiply(za, a.z)))
        if ua == ub, sa == sb { return double(a) }
        let (h, r) = (f.subtract(ub, ua), f.subtract(sb, sa))
        let square = f.multiply(h, h)
        let cube = f.multiply(square, h)
        let v = f.multiply(ua, square)
        let x = f.subtract(f.subtract(f.multiply(r, r), cube), f.add(v, v))
        let y = f.subtract(f.multiply(r, f.subtract(v, x)), f.multiply(sa, cube))
        return Point(x: x, y: y, z: f.multiply(f.multiply(h, a.z), b.z))
    }

    private static func multiply(_ point: Point, _ number: Modulus.Number) -> Point {
        var result: Point?
        for bit in (0..<256).reversed() {
            result = result.map(double)
            if number[bit / 64] >> UInt64(bit % 64) & 1 == 1 { result = result.map { add($0, point) } ?? point }
        }
        return result ?? point
    }

    private static func affine(_ point: Point) -> (x: Modulus.Number, y: Modulus.Number) {
        let f = field
        let inverse = f.invert(point.z)
        let square = f.multiply(inverse, inverse)
        return (f.out(f.multiply(point.x, square)), f.out(f.multiply(point.y, f.multiply(square, inverse))))
    }
}

#endif
