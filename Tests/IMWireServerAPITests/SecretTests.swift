// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Suite("Secrets")
struct SecretTests {
    private let mark = "s3cr3t-m4rk"

    @Test("The description of a secret does not contain it (API-040)")
    func secret() {
        let secret = Secret(mark)
        #expect(!everythingSaid(of: secret).contains(mark))
        #expect(!everythingSaid(of: [secret]).contains(mark))
        #expect(!everythingSaid(of: Optional(secret) as Any).contains(mark))
        #expect(!everythingSaid(of: ["key": (1, secret)]).contains(mark))
        // A list of the bytes as numbers would reveal the secret too.
        #expect(!everythingSaid(of: secret).contains("115"))
        #expect("\(secret)" == "<secret>")
        #expect(secret.revealed == mark)
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("Two secrets are equal if all bytes are")
    func comparison() {
        #expect(Secret("abc") == Secret(bytes: [0x61, 0x62, 0x63]))
        #expect(Secret("abc") != Secret("abd"))
        #expect(Secret("abc") != Secret("ab"))
        #expect(Secret("e\u{301}") != Secret("\u{e9}"))
        #expect(Secret("").isEmpty)
    }

    @Test("Descriptions of values with a secret do not contain it (API-040, API-041, API-062)")
    func holders() throws {
        let url = ConnectionURL(
            host: "h", appKey: "k", token: Secret(mark), others: [FormField("pid", mark)])
        let callback = CallbackSignature(secret: Secret(mark), nonce: "1", timestamp: "2")
        let headers = try RequestHeaders(appKey: "k", secret: Secret(mark), nonce: "1", timestamp: "2")
        let form = Form([FormField("token", mark), FormField(mark, "x")])
        for said in [
            everythingSaid(of: url), everythingSaid(of: TokenAnswer(userID: "u", token: Secret(mark))),
            everythingSaid(of: callback), everythingSaid(of: headers), everythingSaid(of: form),
            everythingSaid(of: form.fields),
        ] {
            #expect(!said.contains(mark))
        }
    }

    @Test("No error contains a secret")
    func errors() {
        let broken = [
            #"{"code":200,"token":"\#(mark)"#, #"{"code":200,"token":{"\#(mark)":1}}"#,
            #"{"code":200,"token":["\#(mark)"]}"#, #"{"code":"\#(mark)","token":"\#(mark)"}"#, "\(mark)",
        ]
        for answer in broken {
            let input = bytes(answer)
            for mode in [DecodingMode.lenient, .strict] {
                guard
                    let error = refusal({ () throws(DecodeError) in
                        try TokenAnswer(decoding: input.span, mode: mode)
                    })
                else { continue }
                #expect(!everythingSaid(of: error).contains(mark), "\(answer)")
            }
        }
        let urls = [
            "wss://h/websocket?appId=k&token=\(mark)%", "wss://h/websocket?appId=k&token=\(mark)&token=\(mark)",
            "wss://\(mark)@h/websocket?appId=k&token=x", "wss://h/\(mark)?token=\(mark)",
            "wss://h/websocket?token=\(mark)", "wss://h/websocket?appId=k&token=\(mark)%FF",
        ]
        for url in urls {
            let input = bytes(url)
            let error = refusal { () throws(DecodeError) in
                try ConnectionURL(parsing: input.span, mode: .strict)
            }
            #expect(error != nil, "\(url)")
            #expect(!everythingSaid(of: error as Any).contains(mark), "\(url)")
        }
    }
}
