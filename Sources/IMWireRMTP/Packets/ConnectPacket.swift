// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A client presents itself; on TCP, where no URL does it (RMTP-032).
public struct ConnectPacket: Hashable, Sendable {
    /// The lower bits of the header.
    public var flags: RMTPFlags
    /// The protocol's name.
    public var protocolId: FrameText?
    /// The version of the protocol that the client speaks.
    public var version: UInt8?
    /// Whether nothing is kept from an earlier connection.
    public var cleanSession: Bool?
    /// The seconds between two signs of life.
    public var keepAlive: UInt16?
    /// The client's own id.
    public var clientId: FrameText?
    /// What is published when the client is gone, and on which topic: both or neither.
    public var willTopic: FrameText?
    /// What is published when the client is gone.
    public var will: FrameText?
    /// The `qos` of the will; only where there is one.
    public var willQoS: RMTPQoS?
    /// Whether the will is kept; only where there is one.
    public var retainWill: Bool?
    /// The app's key.
    public var appId: FrameText?
    /// The user's token.
    public var token: FrameText?
    /// What follows the last member, as it came (RMTP-043).
    public var trailing: [UInt8] = []

    /// Makes a packet without a will.
    public init(
        clientId: FrameText, keepAlive: UInt16, cleanSession: Bool = false, appId: FrameText? = nil,
        token: FrameText? = nil, protocolId: FrameText = "RCloud", version: UInt8 = 3, flags: RMTPFlags = RMTPFlags()
    ) {
        self.flags = flags
        self.protocolId = protocolId
        self.version = version
        self.cleanSession = cleanSession
        self.keepAlive = keepAlive
        self.clientId = clientId
        self.appId = appId
        self.token = token
    }

    /// Copies a packet out of the bytes that it was read from.
    public init(_ view: borrowing ConnectView) {
        flags = view.flags
        protocolId = view.protocolId?.text
        version = view.version
        cleanSession = view.options?.contains(.cleanSession)
        keepAlive = view.keepAlive
        clientId = view.clientId?.text
        willTopic = view.willTopic?.text
        will = view.will?.text
        willQoS = view.willQoS
        retainWill = view.retainWill
        appId = view.appId?.text
        token = view.token?.text
    }

    @_lifetime(output: copy output)
    func write(_ writer: inout FrameWriter, _ output: inout MutableSpan<UInt8>) throws(EncodeError) {
        try writer.text(protocolId, &output)
        try writer.number(version, &output)
        try writer.number(options(), &output)
        try writer.number(keepAlive, &output)
        try writer.text(clientId, &output)
        if willTopic != nil || will != nil {
            try writer.text(willTopic, &output)
            try writer.text(will, &output)
        }
        if appId != nil { try writer.text(appId, &output) }
        if token != nil { try writer.text(token, &output) }
    }

    /// The byte that says what follows.
    private func options() throws(EncodeError) -> UInt8 {
        guard let cleanSession else { throw EncodeError(.member) }
        var options: ConnectOptions = cleanSession ? .cleanSession : []
        if willTopic != nil || will != nil {
            options.insert(.will)
            if retainWill ?? false { options.insert(.retainWill) }
            options.insert(ConnectOptions(rawValue: (willQoS ?? .atMostOnce).rawValue << 3))
        } else if willQoS != nil || retainWill != nil {
            throw EncodeError(.member)
        }
        if appId != nil { options.insert(.appId) }
        if token != nil { options.insert(.token) }
        return options.rawValue
    }
}

/// The flags of a CONNECT (RMTP-032).
public struct ConnectOptions: OptionSet, Hashable, Sendable {
    /// The byte as it travels.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Nothing is kept from an earlier connection.
    public static let cleanSession = ConnectOptions(rawValue: 0x02)
    /// `willTopic` and `will` follow.
    public static let will = ConnectOptions(rawValue: 0x04)
    /// The two bits of the will's `qos`.
    public static let willQoS = ConnectOptions(rawValue: 0x18)
    /// The will is kept.
    public static let retainWill = ConnectOptions(rawValue: 0x20)
    /// `token` follows.
    public static let token = ConnectOptions(rawValue: 0x40)
    /// `appId` follows.
    public static let appId = ConnectOptions(rawValue: 0x80)

    /// Whether a bit is set that means nothing.
    var isStray: Bool {
        rawValue & 1 != 0 || (!contains(.will) && rawValue & 0x38 != 0)
    }
}

/// A CONNECT where it lies.
public struct ConnectView: ~Escapable {
    private let body: Span<UInt8>
    private let protocolIdPlace: FrameTextPlace
    private let clientIdPlace: FrameTextPlace
    private let willTopicPlace: FrameTextPlace
    private let willPlace: FrameTextPlace
    private let appIdPlace: FrameTextPlace
    private let tokenPlace: FrameTextPlace
    /// The lower bits of the header.
    public let flags: RMTPFlags
    /// The protocol's name.
    public var protocolId: FrameTextView? {
        @_lifetime(copy self)
        get { protocolIdPlace.view(body) }
    }
    /// The version of the protocol that the client speaks.
    public let version: UInt8?
    /// What follows, and how it is meant.
    public let options: ConnectOptions?
    /// The seconds between two signs of life.
    public let keepAlive: UInt16?
    /// The client's own id.
    public var clientId: FrameTextView? {
        @_lifetime(copy self)
        get { clientIdPlace.view(body) }
    }
    /// The topic of the will.
    public var willTopic: FrameTextView? {
        @_lifetime(copy self)
        get { willTopicPlace.view(body) }
    }
    /// What is published when the client is gone.
    public var will: FrameTextView? {
        @_lifetime(copy self)
        get { willPlace.view(body) }
    }
    /// The app's key.
    public var appId: FrameTextView? {
        @_lifetime(copy self)
        get { appIdPlace.view(body) }
    }
    /// The user's token.
    public var token: FrameTextView? {
        @_lifetime(copy self)
        get { tokenPlace.view(body) }
    }

    /// The `qos` of the will; nil where there is none.
    public var willQoS: RMTPQoS? {
        guard let options, options.contains(.will) else { return nil }
        return RMTPQoS(rawValue: options.rawValue >> 3 & 3)
    }

    /// Whether the will is kept; nil where there is none.
    public var retainWill: Bool? {
        guard let options, options.contains(.will) else { return nil }
        return options.contains(.retainWill)
    }

    @_lifetime(copy reader)
    @_lifetime(reader: copy reader)
    init(_ flags: RMTPFlags, _ reader: inout FrameReader) throws(DecodeError) {
        self.flags = flags
        body = reader.bytes
        protocolIdPlace = try reader.text(.protocolId)
        version = try reader.number(.version)
        let place = reader.position
        let byte: UInt8? = try reader.number(.flags)
        let options = byte.map(ConnectOptions.init(rawValue:))
        self.options = options
        if options?.isStray ?? false { try reader.refuse(.packetFlags, .strayConnectFlag, .flags, at: place) }
        keepAlive = try reader.number(.keepAlive)
        clientIdPlace = try reader.text(.clientId)
        let present = options ?? []
        willTopicPlace = present.contains(.will) ? try reader.text(.willTopic) : .absent
        willPlace = present.contains(.will) ? try reader.text(.will) : .absent
        appIdPlace = present.contains(.appId) ? try reader.text(.appId) : .absent
        tokenPlace = present.contains(.token) ? try reader.text(.token) : .absent
        try reader.finish()
    }
}
