// SPDX-License-Identifier: Apache-2.0

/// A switch among the flags of a type.
enum FlagSwitch: Sendable {
    case persisted, counted, status

    /// What a name belongs to, in the order of the number of names that are switches there.
    enum Context: Int { case field, message, table }

    /// The words in lower case, with the first context in which each is a switch.
    private static let words: [String: (flag: FlagSwitch, least: Context)] = [
        "ispersited": (.persisted, .field), "ispersisted": (.persisted, .field), "iscounted": (.counted, .field),
        "persited": (.persisted, .message), "persisted": (.persisted, .message), "counted": (.counted, .message),
        "ispersist": (.persisted, .table), "iscount": (.counted, .table), "isstatusmessage": (.status, .table),
        "isstatus": (.status, .table),
    ]

    /// Returns the switch with a name, or nil if the name can mean something else in the context.
    init?(_ name: String, in context: Context) {
        guard let (flag, least) = FlagSwitch.words[ClassRecognizer.plain(name)], least.rawValue <= context.rawValue
        else { return nil }
        self = flag
    }
}
