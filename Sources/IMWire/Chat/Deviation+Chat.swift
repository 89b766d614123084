// SPDX-License-Identifier: Apache-2.0

extension Deviation.ID {
    /// A member of a chat message came under its right spelling (CHT-011).
    static let correctedSpelling: UInt16 = 117
    /// The sender's local state came along (CHT-015).
    static let localState: UInt16 = 118
    /// A login came without its kind (CHT-040).
    static let loginWithoutType: UInt16 = 116
    /// The heartbeat's body stands in a message (CHT-016).
    static let beatInMessage = Deviation.ID(119)
    /// The time of sending came as a number (CHT-013).
    static let sendTimeAsNumber = Deviation.ID(120)
    /// The time of sending is no number (CHT-013).
    static let sendTimeNotANumber = Deviation.ID(121)
    /// The size of a picture came as text (CHT-023).
    static let pictureSizeAsText = Deviation.ID(122)
}
