// SPDX-License-Identifier: Apache-2.0

extension Deviation.ID {
    /// A member of a chat message arrives under its corrected spelling (CHT-011).
    static let correctedSpelling: UInt16 = 117
    /// The sender's local state is present (CHT-015).
    static let localState: UInt16 = 118
    /// A login arrives without its kind (CHT-040).
    static let loginWithoutType: UInt16 = 116
    /// A message contains the body of a heartbeat (CHT-016).
    static let beatInMessage = Deviation.ID(119)
    /// The time of sending arrives as a number (CHT-013).
    static let sendTimeAsNumber = Deviation.ID(120)
    /// The time of sending is not a valid number (CHT-013).
    static let sendTimeNotANumber = Deviation.ID(121)
    /// The size of a picture arrives as text (CHT-023).
    static let pictureSizeAsText = Deviation.ID(122)
}
