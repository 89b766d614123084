// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The parts of the OpenAPI document that services share.
extension OpenAPIWriter {
    static let description = """
        The requests of an application's server are signed posts of forms or, for some services, of JSON objects. \
        The description follows the requirements API-001 to API-090 of server-api.md. A text in a form is UTF-8, \
        percent-encoded (API-011). A request has at most 1048576 bytes and 2048 fields (API-018); JSON in it has at \
        most 131072 bytes and 32 levels. `maxLength` counts characters, as JSON Schema defines it, and `x-maxBytes` \
        the bytes of UTF-8, which the service counts (API-080). A flag is also read in the spellings `0`, `1`, `true` \
        and `false`, in any case (API-022). Fields that a service does not know are ignored. Every answer has `code`, \
        200 for success (API-032).
        """

    static let information: PlainJSON = [
        "title": "RongCloud server API",
        "version": "1.0.0",
        "summary": "The requests of an application's server, their answers, and the callbacks of the service.",
        "description": .string(description),
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
    ]

    static let servers: PlainJSON = [
        ["url": "https://api-cn.ronghub.com", "description": "The service."],
        [
            "url": "http://127.0.0.1:{port}",
            "description": "The reference peer, imwire serve --rongcloud 127.0.0.1:PORT.",
            "variables": ["port": ["default": "8080", "description": "The port of RongCloud's protocols."]],
        ],
    ]

    static let security: PlainJSON = [["AppKey": [], "Nonce": [], "Timestamp": [], "Signature": []]]

    static let securitySchemes: PlainJSON = [
        "AppKey": header("App-Key", "The key that identifies the application."),
        "Nonce": header("Nonce", "A text that is new for every request; it is not empty (API-002, API-087)."),
        "Timestamp": header("Timestamp", "The time in seconds since 1970 (API-003)."),
        "Signature": header("Signature", signature),
    ]

    private static let signature = """
        The SHA-1 of the app secret, the nonce and the timestamp, one after the other, in lower-case hexadecimal \
        digits (API-001).
        """

    private static func header(_ name: String, _ description: String) -> PlainJSON {
        ["type": "apiKey", "in": "header", "name": .string(name), "description": .string(description)]
    }

    static let parameters: PlainJSON = [
        "AppKey": query("appKey", "The key of the application.", isRequired: false),
        "Nonce": query("nonce", "The nonce of the signature.", least: 1),
        "SignTimestamp": query(
            "signTimestamp",
            "The time of the signature in milliseconds; it counts before `timestamp`, and one of the"
                + " two is present.", isRequired: false, least: 1),
        "Timestamp": query("timestamp", "The older name of `signTimestamp`.", isRequired: false, least: 1),
        "Signature": query("signature", "The signature of the nonce and the time (API-001)."),
    ]

    static let callbackParameters: PlainJSON = [
        ["$ref": "#/components/parameters/AppKey"], ["$ref": "#/components/parameters/Nonce"],
        ["$ref": "#/components/parameters/SignTimestamp"], ["$ref": "#/components/parameters/Timestamp"],
        ["$ref": "#/components/parameters/Signature"],
    ]

    private static func query(
        _ name: String, _ description: String, isRequired: Bool = true, least: Int? = nil
    ) -> PlainJSON {
        [
            "name": .string(name), "in": "query", "required": .boolean(isRequired),
            "description": .string(description),
            "schema": .members(["type": "string", "minLength": least.map { .number(String($0)) }]),
        ]
    }

    var schemas: PlainJSON {
        var known: [(name: String, value: PlainJSON)] = []
        for entry in codes.entries {
            if let meaning = entry.meaning { known.append((name: entry.code.text, value: .string(meaning))) }
        }
        let code: PlainJSON = [
            "type": "integer",
            "description": "200 for success, otherwise a code of `x-codes` or one of the client's codes.",
            "x-codes": .object(known),
        ]
        let answer: PlainJSON = [
            "type": "object",
            "required": ["code"],
            "description": "An answer. Members that are not described are possible.",
            "properties": [
                "code": code,
                "errorMessage": OpenAPIWriter.text("The description of a failure."),
                "msg": OpenAPIWriter.text("The description of a failure in some services."),
            ],
        ]
        return ["Answer": answer, "Failure": OpenAPIWriter.failure, "PublishedMessage": OpenAPIWriter.published]
    }

    private static let failure: PlainJSON = [
        "description": "An answer to a request that was refused.",
        "allOf": [
            ["$ref": "#/components/schemas/Answer"],
            ["type": "object", "properties": ["code": ["not": ["const": 200]]]],
        ],
    ]

    private static let published: PlainJSON = [
        "description": "A message that was sent (API-086): its id, and its recipient, group or room.",
        "anyOf": [
            ["type": "string"],
            ["type": "object", "required": ["messageUID"], "properties": publishedMembers],
        ],
    ]

    private static let publishedMembers: PlainJSON = [
        "userId": text("The id of the recipient."),
        "groupId": text("The id of the group."),
        "chatroomId": text("The id of the room."),
        "messageUID": text("The id of the message."),
    ]

    private static func text(_ description: String) -> PlainJSON {
        ["type": "string", "description": .string(description)]
    }

    static let responses: PlainJSON = [
        "BadRequest": response(
            "A field is missing, occurs too often, or has a value that is not allowed; code 1002 (API-015, API-080)."),
        "WrongSignature": response("A header field is missing, or the signature is wrong; code 1004 (API-004)."),
        "TooLarge": ["description": "The body is larger than the server reads."],
    ]

    private static func response(_ description: String) -> PlainJSON {
        [
            "description": .string(description),
            "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Failure"]]],
        ]
    }
}
