// SPDX-License-Identifier: Apache-2.0

/// The bytes of UTF-8 (RFC 3629), in which a character of several bytes has its bits below these.
extension UInt8 {
    /// The lowest byte that is no ASCII character.
    @inline(__always) static var nonASCII: UInt8 { 0x80 }
    @inline(__always) static var firstOfTwo: UInt8 { 0b1100_0000 }
    @inline(__always) static var firstOfThree: UInt8 { 0b1110_0000 }
    @inline(__always) static var firstOfFour: UInt8 { 0b1111_0000 }
    /// Every byte but the first.
    @inline(__always) static var follower: UInt8 { 0b1000_0000 }
    /// The bits of the character in every byte but the first.
    @inline(__always) static var followerBits: UInt8 { 0b0011_1111 }
    @inline(__always) var isFollower: Bool { self & ~UInt8.followerBits == .follower }
}

/// The bytes of a number that is divided into groups of seven bits, as in lengths and in protobuf.
extension UInt8 {
    /// The bit that announces another group.
    @inline(__always) static var moreGroups: UInt8 { 0b1000_0000 }
    /// The bits of a group.
    @inline(__always) static var groupBits: UInt8 { 0b0111_1111 }
}
