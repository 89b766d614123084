// SPDX-License-Identifier: Apache-2.0

extension ContentDecoder {
    /// Keeps an alias whose value is an object or an array, in a message of unknown kind (CHT-051).
    ///
    /// An earlier occurrence of the alias is dropped, whether it was kept or is waiting to be read (CNT-017).
    ///
    /// - Returns: Whether the value has been kept; otherwise it is to be read.
    @_lifetime(self: copy self)
    mutating func keepsSpelling(_ entry: MemberTable.Entry, _ name: StringToken) throws(DecodeError) -> Bool {
        frame.step = .slot(entry.slot)
        let byte = scanner.nextToken()
        try dropKept(name)
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return false }
        let own = aliases.all[frame.firstAlias...]
        if let earlier = own.firstIndex(where: { $0.slot == entry.slot && $0.rank == entry.rank }) {
            try deviate(.duplicate, .jsonDuplicate, at: frame.nameStart)
            let lost = aliases.all.remove(at: earlier).loneSurrogate
            if lost >= 0 { try deviate(.loneSurrogate, .jsonSurrogate, at: lost) }  // CNT-016
        }
        // An error in the value has the path of the canonical name, although the member is kept as an unknown one.
        let start = scanner.position
        _ = try scanner.skipValue()
        scanner.position = start
        try unknownMember(name)
        return true
    }

    /// Drops an earlier occurrence of a name that was kept among the unknown members.
    @_lifetime(self: copy self)
    private mutating func dropKept(_ name: StringToken) throws(DecodeError) {
        let text = scanner.text(of: name)
        let own = unknown[frame.firstUnknown...]
        let earlier = own.firstIndex { !$0.isReplaced && self.text(of: $0).equals(text) }
        guard let earlier else { return }
        try deviate(.duplicate, .jsonDuplicate, at: frame.nameStart)
        frame.unknownSize -= unknown[earlier].range.size
        unknown[earlier].isReplaced = true
    }
}
