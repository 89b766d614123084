// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireRMTP

/// The navigation service, which returns the address to connect to, as JSONP (RMTP-210 to RMTP-213).
struct NavigationEndpoint {
    private let settings: LiveSettings
    private let access: WebAccess
    /// Returns the user that a token belongs to.
    private let user: (String) -> String?

    init(_ settings: LiveSettings, _ access: WebAccess, userOf user: @escaping (String) -> String?) {
        self.settings = settings
        self.access = access
        self.user = user
    }

    /// Answers a request, always with the HTTP status 200, which release 4.x requires; errors are reported in `code`.
    func answer(_ request: WebRequest) -> WebResponse {
        let query = request.query
        var answer: NavigationAnswer
        if query.single("appId") != settings.service.tokens.appKey {
            answer = NavigationAnswer(code: 403, server: "", userID: "")
        } else if let user = user(query.single("token") ?? "") {
            // The client can reach the host that it has asked, unless a hosts file has led it here.
            answer = NavigationAnswer(server: access.host(of: request) ?? request.local, userID: user)
            // Release 2.5 abandons a host after a connection of less than 5 s, and then needs another entry; 3.0.6 never
            // connects again to a host that it has twice (RMTP-329).
            answer.backupServer = query["v"]?.hasPrefix("2.") ?? false ? answer.server : ""
            answer.setNumbers(kvStorage: 1, openMp: 1, openUS: 1)
        } else {
            answer = NavigationAnswer(code: 401, server: "", userID: "")
        }
        return .navigation(answer, callback: query["callBack"])
    }
}

extension NavigationAnswer {
    /// Sets the members that switch features on and off, as numbers because the SDKs compare them as numbers.
    mutating func setNumbers(kvStorage: Int, openMp: Int, openUS: Int) {
        for (name, value) in [("kvStorage", kvStorage), ("joinMChrm", 1), ("openMp", openMp), ("openUS", openUS)] {
            unknownMembers.append(name, .integer(value))
        }
    }
}

extension WebResponse {
    /// Returns an answer of navigation as a call of the function that a client has named.
    static func navigation(_ answer: NavigationAnswer, callback: String?) -> WebResponse {
        let callback = callback ?? NavigationAnswer.usualCallback
        guard callback.utf8.count <= 256, let bytes = try? answer.encoded(callback: callback) else {
            return .text("the callback's name is not valid\n", .badRequest)
        }
        return WebResponse(type: "application/javascript; charset=utf-8", body: bytes)
    }
}

#endif
