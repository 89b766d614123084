// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The parts of the AsyncAPI document that concern HTTP: navigation, ping and polling.
extension AsyncAPIWriter {
    static let description = """
        How a client of RongCloud finds a host and exchanges packets with it, over a WebSocket or by polling. The \
        description follows the requirements RMTP-001 to RMTP-399 of rmtp.md. A client asks the navigation service, \
        opens a WebSocket or a polling session with the token that the server API has issued, and waits for a CONNACK. \
        The payload of a packet is described by its members; rmtp.md has their layout in bytes, and `x-kind` their \
        width. `x-body` and `x-answer` name the protobuf messages of the folder rmtp that the `data` of a PUBLISH or \
        QUERY and of its answer consist of. A packet has at most 16777216 bytes, and a reply in polling 1000 packets.
        """

    static let information: PlainJSON = [
        "title": "RongCloud connections",
        "version": "1.0.0",
        "description": .string(description),
        "license": ["name": "Apache-2.0"],
    ]

    static let servers: PlainJSON = [
        "navigation": [
            "host": "nav.cn.ronghub.com", "protocol": "https", "description": "The navigation service.",
        ],
        "connection": [
            "host": "{host}", "protocol": "wss",
            "description": "The host that the navigation answer names; polling uses the same host over HTTP.",
            "variables": ["host": ["description": "A host, and a port if there is one."]],
        ],
        "local": [
            "host": "127.0.0.1:{port}", "protocol": "ws",
            "description": "The reference peer, imwire serve --rongcloud 127.0.0.1:PORT.",
            "variables": ["port": ["default": "8080", "description": "The port of RongCloud's protocols."]],
        ],
    ]

    private static func text(_ description: String) -> PlainJSON {
        ["type": "string", "description": .string(description)]
    }

    private static func integer(_ description: String) -> PlainJSON {
        ["type": "integer", "description": .string(description)]
    }

    private static func object(_ properties: PlainJSON, required: PlainJSON = []) -> PlainJSON {
        ["type": "object", "required": required, "properties": properties]
    }

    // MARK: Queries

    /// The query of a connection (RMTP-190, API-060).
    static let connectionQuery = object(
        [
            "appId": text("The key of the application."),
            "token": text("The token of the user; SDKs append an `@` and host names."),
            "sdkVer": text("The release of the SDK; 1.0.0 means version 2 of the protocol."),
            "apiVer": text("`normal` or `uniapp`; a random number below 1000000 in version 2 of the web SDK."),
            "pid": text("A word that is sent again in later requests of polling."),
            "platform": text("The platform of the client."),
            "protocolVer": text("3 or 4; 3 if it is absent."),
        ], required: ["appId", "token"])

    private static let navigationQuery = object(
        [
            "appId": text("The key of the application."),
            "token": text("The token of the user."),
            "callBack": text("The name of the function of the answer, usually `getServerEndpoint`."),
            "v": text("The release of the SDK."),
            "r": text("A time that prevents caching."),
        ], required: ["appId", "token"])

    private static let pingQuery = object(["r": text("A time that prevents caching.")])

    private static let postQuery = object(
        [
            "messageid": integer("The id by which the packet is acknowledged, 0 to 65535."),
            "header": integer("The header byte in decimal."),
            "sessionid": text("The id of the session, from the CONNACK."),
            "topic": text("The topic of a PUBLISH or QUERY."),
            "targetid": text("The id of the recipient of a PUBLISH or QUERY."),
            "pid": text("The `pid` of the session."),
        ], required: ["header", "sessionid"])

    private static let pollQuery = object(
        [
            "sessionid": text("The id of the session, from the CONNACK."),
            "timestrap": integer("A time that prevents caching, with this spelling."),
            "pid": text("The `pid` of the session."),
        ], required: ["sessionid"])

    // MARK: Channels

    private static func channel(_ address: String, _ title: String, _ server: String, _ messages: [String]) -> PlainJSON
    {
        let references = messages.map { name in
            (name: name, value: ["$ref": .string("#/components/messages/\(name)")] as PlainJSON)
        }
        return [
            "address": .string(address),
            "title": .string(title),
            "servers": .list([["$ref": .string("#/servers/\(server)")]]),
            "messages": .object(references),
        ]
    }

    static let httpChannels: PlainJSON = [
        "navigation": channel("/navi.js", "Navigation", "navigation", ["NavigationRequest", "NavigationAnswer"]),
        "pollingNavigation": channel(
            "/cometnavi.js", "Navigation for polling", "navigation", ["NavigationRequest", "NavigationAnswer"]),
        "ping": channel("/ping", "Check of a host", "connection", ["PingRequest", "PingAnswer"]),
        "session": channel(
            "/websocket", "Polling: the session", "connection",
            ["SessionRequest", "SessionAnswer", "PolledPost", "PolledPackets"]),
        "poll": channel("/pullmsg.js", "Polling: packets that wait", "connection", ["PollRequest", "PolledPackets"]),
    ]

    // MARK: Operations

    private static func exchange(
        _ method: String, _ channel: String, _ summary: String, _ request: String, _ reply: String, _ query: PlainJSON
    ) -> PlainJSON {
        let place: PlainJSON = ["$ref": .string("#/channels/\(channel)")]
        func message(_ name: String) -> PlainJSON {
            ["$ref": .string("#/channels/\(channel)/messages/\(name)")]
        }
        return [
            "action": "send",
            "channel": place,
            "summary": .string(summary),
            "messages": [message(request)],
            "bindings": ["http": ["method": .string(method), "query": query, "bindingVersion": "0.3.0"]],
            "reply": ["channel": place, "messages": [message(reply)]],
        ]
    }

    static let httpOperations: PlainJSON = [
        "findHost": exchange(
            "GET", "navigation", "Asks for the host to connect to.", "NavigationRequest", "NavigationAnswer",
            navigationQuery),
        "findPollingHost": exchange(
            "GET", "pollingNavigation", "Asks for the host to poll.", "NavigationRequest", "NavigationAnswer",
            navigationQuery),
        "checkHost": exchange(
            "GET", "ping", "Checks whether a host can be reached; any body will do.", "PingRequest", "PingAnswer",
            pingQuery),
        "openSession": exchange(
            "GET", "session", "Opens a session of polling; the answer is a CONNACK.", "SessionRequest",
            "SessionAnswer", connectionQuery),
        "postPacket": exchange(
            "POST", "session", "Sends a packet; the answer has its PUBACK or QUERYACK (RMTP-098).", "PolledPost",
            "PolledPackets", postQuery),
        "pollPackets": exchange(
            "GET", "poll", "Waits up to 45 seconds for packets.", "PollRequest", "PolledPackets", pollQuery),
    ]

    // MARK: Messages

    private static func message(_ summary: String, _ type: String, _ payload: PlainJSON) -> PlainJSON {
        ["summary": .string(summary), "contentType": .string(type), "payload": payload]
    }

    private static let nothing: PlainJSON = ["type": "string", "maxLength": 0]

    static let httpMessages: PlainJSON = [
        "NavigationRequest": message("A request without a body.", "text/plain", nothing),
        "NavigationAnswer": message(
            "The host, as JSONP: the name of the function, and the object in parentheses (RMTP-210).",
            "application/javascript", ["$ref": "#/components/schemas/NavigationAnswer"]),
        "PingRequest": message("A request without a body.", "text/plain", nothing),
        "PingAnswer": message("Any text.", "text/plain", ["type": "string"]),
        "SessionRequest": message("A request without a body.", "text/plain", nothing),
        "SessionAnswer": message(
            "A CONNACK as one object (RMTP-090).", "application/json", ["$ref": "#/components/schemas/PolledCONNACK"]),
        "PolledPost": message(
            "The protobuf message of a PUBLISH or QUERY as an object; empty for a PUBACK and a QUERYCON (RMTP-098).",
            "application/json", ["type": "object"]),
        "PollRequest": message("A request without a body.", "text/plain", nothing),
        "PolledPackets": message(
            "The packets, in order (RMTP-090); HTTP status 400 or 403, or `lost params`, if the session has ended.",
            "application/json", polledPackets),
    ]

    private static let polledPackets: PlainJSON = [
        "type": "array",
        "maxItems": 1000,
        "items": [
            "anyOf": [
                ["$ref": "#/components/schemas/PolledPUBLISH"], ["$ref": "#/components/schemas/PolledPUBACK"],
                ["$ref": "#/components/schemas/PolledQUERYACK"], ["$ref": "#/components/schemas/PolledPINGRESP"],
                ["$ref": "#/components/schemas/PolledDISCONNECT"],
            ]
        ],
    ]

    // MARK: Schemas

    static let schemas: PlainJSON = ["NavigationAnswer": navigationAnswer]

    /// The navigation answer (RMTP-212).
    private static let navigationAnswer = object(
        [
            "code": integer("200 accepted, 401 wrong token, 403 unknown app key."),
            "server": text("The host, and the port if there is one."),
            "backupServer": text("Further hosts, separated by commas."),
            "userId": text("The user to whom the token belongs."),
            "kvStorage": flag("Whether keys of chatrooms are enabled."),
            "joinMChrm": flag("Whether a user may be in more than one chatroom at a time."),
            "openMp": flag("Whether public services are enabled."),
            "voipCallInfo": text("Settings of calls: JSON in a string."),
        ], required: ["code"])

    private static func flag(_ description: String) -> PlainJSON {
        ["enum": [0, 1, true, false], "description": .string(description)]
    }
}
