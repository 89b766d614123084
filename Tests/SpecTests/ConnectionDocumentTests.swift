// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireRMTP
import IMWireServerAPI
import Schemas
import SpecGenerator
import Testing

@Suite("The OpenAPI and the AsyncAPI document")
struct ConnectionDocumentTests {
    private func document(_ name: String) throws -> String {
        try String(contentsOf: root.appending(path: "Spec/\(name)"), encoding: .utf8)
    }

    @Test("Each service of the codec is an operation")
    func services() throws {
        let text = try document("server-api.openapi.yaml")
        for service in ServiceEndpoint.allCases {
            #expect(text.contains("\n  \(service.rawValue):\n    post:\n      operationId: \(service)\n"), "\(service)")
        }
        #expect(text.matches(of: /\n    post:\n/).count == ServiceEndpoint.allCases.count + 3, "three are callbacks")
    }

    @Test("Each topic of the codec is a message and an operation, and each body a schema")
    func topics() throws {
        let text = try document("rongcloud.asyncapi.yaml")
        for topic in RMTPTopic.all {
            let message = (topic.carrier == .publish ? "publish-" : "query-") + topic.name
            #expect(text.contains("\n      \(message):\n        name: \(topic.name)\n"), "\(topic.name)")
            if topic.direction != .down { #expect(text.contains("\n  send-\(message):\n"), "\(topic.name)") }
            if topic.direction != .up { #expect(text.contains("\n  receive-\(message):\n"), "\(topic.name)") }
        }
        for body in RMTPBody.all {
            #expect(text.contains("\n    body-\(body.messageName):\n      type: object\n"), "\(body.messageName)")
        }
    }

    @Test("Objects that are merged keep their order, and the later value of the same member")
    func merging() {
        let frame: PlainJSON = ["a": 1, "b": ["c": [], "d": "x"], "e": [:]]
        let merged = frame.merging(["b": ["d": "y", "f": true], "g": 2, "e": ["h": [1]]])
        #expect(merged.text == #"{"a":1,"b":{"c":[],"d":"y","f":true},"e":{"h":[1]},"g":2}"#)
    }
}
