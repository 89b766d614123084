// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A reader for one object that represents a packet; offsets count from its opening brace.
///
/// Which members belong to a packet depends on its `headerCode`, which may be anywhere in the object. The reader
/// therefore first checks the object as JSON, then reads `headerCode`, and then the other members in order (RMTP-231).
struct PollingBodyDecoder: ~Escapable {
    private var scanner: JSONScanner
    private let version: RMTPVersion
    private let isStrict: Bool
    private(set) var deviations: [Deviation] = []
    private var places: [(member: PollingMember, start: Int)] = []

    @_lifetime(copy text)
    init(_ text: Span<UInt8>, _ version: RMTPVersion, _ mode: DecodingMode, _ limits: DecodingLimits) {
        var limits = limits
        limits.contentBytes = .max  // the size limit applies to the whole reply
        scanner = JSONScanner(text, limits: limits, isStrict: mode == .strict)
        self.version = version
        isStrict = mode == .strict
    }

    @_lifetime(self: copy self)
    mutating func packet() throws(DecodeError) -> PollingPacket {
        try collect()
        let end = scanner.position - 1
        let code = places.first { $0.member.id == .headerCode }
        guard let header = try code.flatMap({ (place) throws(DecodeError) in try header(at: place.start) }) else {
            throw DecodeError(.fieldMissing, offset: end, path: PollingMember.headerCode.path)
        }
        var packet = PollingPacket(header)
        for place in places where place.member.belongs(to: header.type, version) {
            scanner.position = place.start
            try read(place.member, &packet)
        }
        return packet
    }

    /// Checks the object as JSON and records the positions of its members; for a duplicate name, the last one.
    @_lifetime(self: copy self)
    private mutating func collect() throws(DecodeError) {
        var names: Set<[UInt8]> = []
        var unknownBytes = 0
        try scanner.open()
        while scanner.nextToken() != UInt8(ascii: "}") {
            if scanner.next == UInt8(ascii: ",") { scanner.advance() }
            _ = scanner.nextToken()
            let place = scanner.position
            if names.count >= scanner.limits.members { throw DecodeError(.limitMembers, offset: place) }
            let (name, member) = try name(at: place)
            try scanner.colon()
            _ = scanner.nextToken()
            let path = member?.path ?? "/?"
            if !names.insert(name).inserted {
                try refuse(.jsonDuplicate, .twice, path, at: place)
                places.removeAll { $0.member.id == member?.id }  // the earlier value is not validated (RMTP-094)
            }
            if let member { places.append((member, scanner.position)) }
            do throws(DecodeError) {
                let surrogate = try skipValue(of: member)
                if surrogate >= 0 { record(.loneEscape, path, at: surrogate) }  // CNT-016
            } catch {
                throw DecodeError(error.code, offset: error.offset, path: path)
            }
            if member == nil {
                unknownBytes += scanner.position - place
                if unknownBytes > scanner.limits.unknownBytes {
                    throw DecodeError(.limitUnknown, offset: place, path: path)
                }
            }
        }
        scanner.close()
    }

    /// Skips a value; a number in a known member is subject to the same limit as when it is read (CNT-096).
    @_lifetime(self: copy self)
    private mutating func skipValue(of member: PollingMember?) throws(DecodeError) -> Int {
        guard let member else { return try scanner.skipValue() }
        if member.id == .data { return try skipData() }
        guard scanner.next == UInt8(ascii: "-") || scanner.next &- UInt8(ascii: "0") < 10 else {
            return try scanner.skipValue()
        }
        _ = try scanner.number()
        return -1
    }

    /// Skips `data`, whose string may be as long as the body requires: only `packetBytes` limits it (RMTP-097).
    @_lifetime(self: copy self)
    private mutating func skipData() throws(DecodeError) -> Int {
        guard scanner.next == UInt8(ascii: "\"") else { return try scanner.skipValue() }
        return try dataString().loneSurrogate
    }

    @_lifetime(self: copy self)
    private mutating func dataString() throws(DecodeError) -> StringToken {
        var limits = scanner.limits
        limits.stringBytes = .max
        var unlimited = JSONScanner(scanner.text, limits: limits, isStrict: isStrict)
        unlimited.position = scanner.position
        let token = try unlimited.string()
        scanner.position = unlimited.position
        return token
    }

    /// Reads a name; names are compared by their bytes.
    @_lifetime(self: copy self)
    private mutating func name(at place: Int) throws(DecodeError) -> ([UInt8], PollingMember?) {
        let token: StringToken
        do throws(DecodeError) {
            token = try scanner.string()
        } catch {
            throw DecodeError(error.code, offset: error.offset, path: "/?")
        }
        if token.loneSurrogate >= 0 { record(.loneEscape, "/?", at: token.loneSurrogate) }
        let name = scanner.text(of: token)
        // Two lone surrogate escapes are different names, although both decode to U+FFFD (CNT-016, CNT-018).
        return (scanner.resolved(token), PollingMember(name))
    }

    /// Reads the header byte, which is a signed number (RMTP-092).
    @_lifetime(self: copy self)
    private mutating func header(at place: Int) throws(DecodeError) -> RMTPHeader? {
        let path = PollingMember.headerCode.path
        scanner.position = place
        guard let code = try integer(path) else { return nil }
        guard (-128...255).contains(code) else { throw DecodeError(.fieldValue, offset: place, path: path) }
        if code > 127 { try refuse(.fieldValue, .unsignedHeader, path, at: place) }
        let header = RMTPHeader(rawValue: UInt8(truncatingIfNeeded: code))
        switch RMTPHeader.fit(header.type, .down) {
        case .proper: break
        case .readable, .refused: try refuse(.packetDirection, .otherDirection, "", at: place)  // RMTP-045
        }
        return header
    }

    @_lifetime(self: copy self)
    private mutating func read(_ member: PollingMember, _ packet: inout PollingPacket) throws(DecodeError) {
        switch member.kind(in: packet.header.type) {
        case .text: packet[member.id] = FrameValue(try text(member.path))
        case .number(let bytes): packet[member.id] = FrameValue(try number(member.path, bytes: bytes))
        default: packet.data = try data()
        }
    }

    // MARK: Values

    /// Reads an integer that must fit its number of bytes (RMTP-094).
    @_lifetime(self: copy self)
    private mutating func number(_ path: String, bytes: Int) throws(DecodeError) -> UInt64? {
        let place = scanner.position
        guard let integer = try integer(path) else { return nil }
        guard let value = UInt64(exactly: integer), value <= UInt64.max >> (64 - 8 * UInt64(bytes)) else {
            throw DecodeError(.fieldValue, offset: place, path: path)
        }
        return value
    }

    /// Reads an integer; one outside the range of every member is clamped to the smallest or largest `Int128`.
    @_lifetime(self: copy self)
    private mutating func integer(_ path: String) throws(DecodeError) -> Int128? {
        let place = scanner.position
        if isNull { return nil }
        guard scanner.next == UInt8(ascii: "-") || scanner.next &- UInt8(ascii: "0") < 10 else {
            throw wrongType(place, path)
        }
        let token = try scanner.number()
        guard token.isInteger else { throw wrongType(place, path) }
        let isNegative = scanner.text.octet(token.start) == UInt8(ascii: "-")
        var value: Int128 = 0
        for offset in (isNegative ? token.start + 1 : token.start)..<token.end {
            let (product, isHuge) = value.multipliedReportingOverflow(by: 10)
            if isHuge || product > Int128.max - 9 { return isNegative ? .min : .max }
            value = product + Int128(scanner.text.octet(offset) - UInt8(ascii: "0"))
        }
        return isNegative ? -value : value
    }

    @_lifetime(self: copy self)
    private mutating func text(_ path: String) throws(DecodeError) -> FrameText? {
        if isNull { return nil }
        guard scanner.next == UInt8(ascii: "\"") else { throw wrongType(scanner.position, path) }
        let token = try scanner.string()
        return token.loneSurrogate < 0
            ? FrameText(scanner.text(of: token))
            : FrameText(utf16: EscapedText.units(scanner.text, from: token.start, to: token.end))
    }

    /// Reads `data`, which is JSON in a string, or in lenient mode JSON without the string (RMTP-095).
    @_lifetime(self: copy self)
    private mutating func data() throws(DecodeError) -> RawJSON? {
        if isNull { return nil }
        let path = FrameMember.data.path
        let place = scanner.position
        guard scanner.next == UInt8(ascii: "\"") else {
            try refuse(.fieldType, .bareData, path, at: place)
            _ = try scanner.skipValue()
            return RawJSON(scanned: scanner.text.part(place, scanner.position).wellFormedString)
        }
        let token = try dataString()
        if token.start == token.end {
            try refuse(.jsonSyntax, .emptyData, path, at: place)
            return nil
        }
        do throws(DecodeError) {
            let inner = try PollingData(scanner, token)
            if inner.hasLoneSurrogate { record(.loneEscape, path, at: place) }  // CNT-016
            return inner.value
        } catch {
            // Offsets in the string's text do not map to the reply, so the error is reported at the opening quote.
            throw DecodeError(error.code, offset: place, path: path)
        }
    }

    /// Whether the value is `null`, which is read as absent (RMTP-094).
    private var isNull: Bool { scanner.next == UInt8(ascii: "n") }

    private func wrongType(_ place: Int, _ path: String) -> DecodeError {
        DecodeError(.fieldType, offset: place, path: path)
    }

    @_lifetime(self: copy self)
    private mutating func refuse(
        _ code: DecodeError.Code, _ id: Deviation.ID, _ path: String, at place: Int
    ) throws(DecodeError) {
        if isStrict { throw DecodeError(code, offset: place, path: path) }
        record(id, path, at: place)
    }

    /// Records a deviation, unless one of the same kind is already recorded (RMTP-002).
    @_lifetime(self: copy self)
    private mutating func record(_ id: Deviation.ID, _ path: String, at place: Int) {
        if deviations.contains(where: { $0.id == id }) { return }
        deviations.append(Deviation(id, offset: place, path: path))
    }
}
