// SPDX-License-Identifier: Apache-2.0

/// A request to the server API, without its transport.
package struct APICall {
    /// The path, without the query.
    package var path: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(path: String, headers: [(name: String, value: String)], body: [UInt8]) {
        self.path = path
        self.headers = headers
        self.body = body
    }
}

/// An answer of the server API: an HTTP status and a JSON body.
package struct APIAnswer {
    package var status = 200
    package var body: [UInt8] = []

    static func json(_ text: String) -> APIAnswer { APIAnswer(body: Array(text.utf8)) }
}
