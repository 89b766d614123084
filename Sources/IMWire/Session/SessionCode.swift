// SPDX-License-Identifier: Apache-2.0

/// The service codes that the machines send or recognize.
enum SessionCode {
    /// The user has logged in on another device (SES-033, SES-071).
    static let kicked = 31_010
    /// The user may not log in (SES-072).
    static let blocked = 31_009
    /// The sender is not in the group (SES-081).
    static let notInGroup = 22_406
    /// A parameter is invalid (SES-081, SES-091).
    static let parameter = 33_003
    /// The recipient's store is full (SES-081).
    static let full = -1
}
