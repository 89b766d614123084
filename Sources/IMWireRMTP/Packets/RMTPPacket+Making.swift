// SPDX-License-Identifier: Apache-2.0

// Initializers for applications, with the required members as parameters and the usual values as defaults.

extension ConnectPacket {
    /// Creates a packet without a will.
    public init(
        clientID: FrameText, keepAlive: UInt16, cleanSession: Bool = false, appID: FrameText? = nil,
        token: FrameText? = nil, protocolID: FrameText = "RCloud", version: UInt8 = 3, flags: RMTPFlags = RMTPFlags()
    ) {
        self.init(bare: flags)
        self.protocolID = protocolID
        self.version = version
        self.cleanSession = cleanSession
        self.keepAlive = keepAlive
        self.clientID = clientID
        self.appID = appID
        self.token = token
    }
}

extension ConnAckPacket {
    /// Creates a packet; one that refuses a connection has only its status.
    public init(
        status: UInt8, userID: FrameText? = nil, sessionID: FrameText? = nil, timestamp: UInt64? = nil,
        messageID: UInt16? = nil, ignored: UInt8 = 0, flags: RMTPFlags = RMTPFlags()
    ) {
        self.init(bare: flags)
        self.ignored = ignored
        self.status = status
        self.userID = userID
        self.sessionID = sessionID
        self.timestamp = timestamp
        self.messageID = messageID
    }
}

extension PublishPacket {
    /// Creates a packet; `date` is required down and not allowed up.
    public init(
        topic: FrameText, targetID: FrameText?, messageID: UInt16, data: [UInt8], date: UInt32? = nil,
        flags: RMTPFlags = RMTPFlags(qos: .atLeastOnce)
    ) {
        self.init(bare: flags)
        self.date = date
        self.topic = topic
        self.targetID = targetID
        self.messageID = messageID
        self.data = data
    }
}

extension PubAckPacket {
    /// Creates the PUBACK that a client sends.
    public init(messageID: UInt16, flags: RMTPFlags = RMTPFlags()) {
        self.init(bare: flags)
        self.messageID = messageID
    }

    /// Creates the PUBACK that the service sends.
    public init(
        messageID: UInt16, date: UInt32, status: UInt16, millisecond: UInt16?, messageUID: FrameText?,
        flags: RMTPFlags = RMTPFlags()
    ) {
        self.init(messageID: messageID, flags: flags)
        self.date = date
        self.status = status
        self.millisecond = millisecond
        self.messageUID = messageUID
    }

    /// The time at which the message was sent, in milliseconds since 1970, or nil if either of its parts is absent.
    public var sentTime: UInt64? {
        guard let date, let millisecond else { return nil }
        return UInt64(date) * 1_000 + UInt64(millisecond)
    }
}

extension QueryPacket {
    /// Creates a packet.
    public init(
        topic: FrameText, targetID: FrameText, messageID: UInt16, data: [UInt8], flags: RMTPFlags = RMTPFlags()
    ) {
        self.init(bare: flags)
        self.topic = topic
        self.targetID = targetID
        self.messageID = messageID
        self.data = data
    }
}

extension QueryAckPacket {
    /// Creates a packet.
    public init(
        messageID: UInt16, date: UInt32, status: UInt16 = 0, data: [UInt8] = [], flags: RMTPFlags = RMTPFlags()
    ) {
        self.init(bare: flags)
        self.messageID = messageID
        self.date = date
        self.status = status
        self.data = data
    }
}

extension QueryConPacket {
    /// Creates a packet.
    public init(messageID: UInt16, flags: RMTPFlags = RMTPFlags()) {
        self.init(bare: flags)
        self.messageID = messageID
    }
}

extension PingPacket {
    /// Creates a packet.
    public init(flags: RMTPFlags = RMTPFlags()) {
        self.init(bare: flags)
    }
}

extension DisconnectPacket {
    /// Creates a packet.
    public init(status: UInt8, ignored: UInt8 = 0, flags: RMTPFlags = RMTPFlags()) {
        self.init(bare: flags)
        self.ignored = ignored
        self.status = status
    }
}
