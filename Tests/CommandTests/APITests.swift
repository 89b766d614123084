// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Signatures and forms")
struct APITests {
    private let tool = Tool()

    // Computed with `openssl dgst -sha1`.
    private let signature = "e5066f365ff636e63cc3fc1851da9c3b76f6f293"
    private let known = ["--nonce", "14314", "--timestamp", "1700000000"]

    @Test("A request is signed with the secret of a file, without its line break")
    func signsWithASecretFromAFile() throws {
        for content in ["imwire-secret", "imwire-secret\n", "imwire-secret\r\n"] {
            let file = try tool.file("secret", content)
            let run = try tool.run(
                ["api", "sign", "--secret-file", file, "--app-key", "my-key"] + known, inputFile: "/dev/null")
            #expect(run.code == 0)
            #expect(
                run.lines == ["App-Key: my-key", "Nonce: 14314", "Timestamp: 1700000000", "Signature: \(signature)"])
            #expect(run.errors.isEmpty)
        }
    }

    @Test("The secret is read from standard input")
    func signsWithASecretFromStandardInput() throws {
        let secret = try tool.file("secret", "imwire-secret\n")
        let run = try tool.run(
            ["api", "sign", "--secret-file", "-", "--signature-only"] + known, inputFile: secret)
        #expect(run.code == 0)
        #expect(run.lines == [signature])
    }

    @Test("The header fields are written as JSON, with the prefix RC- if that spelling is chosen")
    func writesJSONInTheOtherSpelling() throws {
        let secret = try tool.file("secret", "imwire-secret")
        let run = try tool.run(
            ["api", "sign", "--secret-file", secret, "--app-key", "k", "--spelling", "prefixed", "--format", "json"]
                + known, inputFile: "/dev/null")
        let json = try RawJSON(text: run.output)
        #expect(json.members?.map(\.name) == ["RC-App-Key", "RC-Nonce", "RC-Timestamp", "RC-Signature"])
        #expect(json["RC-Signature"]?.string == signature)
    }

    @Test("A drawn nonce and the time are signed, and only the right signature is verified")
    func drawsNonceAndTimestampAndVerifiesWhatItSigned() throws {
        let secret = try tool.file("secret", "imwire-secret")
        let run = try tool.run("api", "sign", "--secret-file", secret, "--app-key", "k", "--format", "json")
        let json = try RawJSON(text: run.output)
        let fields = try ["Nonce", "Timestamp", "Signature"].map { try #require(json[$0]?.string) }
        #expect(fields[1].wholeMatch(of: /\d{10}/) != nil)
        func verify(_ signature: String) throws -> ToolRun {
            try tool.run(
                "api", "verify", "--secret-file", secret, "--nonce", fields[0], "--timestamp", fields[1],
                "--signature", signature)
        }
        let right = try verify(fields[2])
        #expect(right.code == 0)
        #expect(right.output == "the signature is right\n")
        let wrong = try verify(signature)
        #expect(wrong.code == 1)
        #expect(wrong.output == "the signature is wrong\n")
    }

    @Test("The signature in the query of a callback is verified")
    func verifiesTheQueryOfACallback() throws {
        let secret = try tool.file("secret", "imwire-secret")
        let query = "?nonce=14314&signTimestamp=1700000000&signature=\(signature)"
        let run = try tool.run("api", "verify", "--secret-file", secret, "--format", "json", "--query", query)
        #expect(run.code == 0)
        #expect(run.output == "{\"genuine\":true}\n")
        let broken = try tool.run("api", "verify", "--secret-file", secret, "--query", "nonce=1")
        #expect(broken.code == 1)
        #expect(broken.errors.contains("form.missing"))
    }

    @Test("Messages name the missing or invalid argument and never contain the secret")
    func saysWhatIsMissingAndNeverTheSecret() throws {
        let mark = "s3cr3t-m4rk"
        let shown = try tool.run(["api", "sign", "--secret", mark, "--app-key", "k"] + known, inputFile: "/dev/null")
        #expect(shown.code == 0)
        #expect(shown.errors.contains("is visible in the process list"))
        let secret = try tool.file("secret", mark)
        let noKey = try tool.run("api", "sign", "--secret-file", secret)
        #expect(noKey.code == 2)
        #expect(noKey.errors.contains("no app key"))
        let noSecret = try tool.run("api", "sign", "--app-key", "k", "--secret-env", "IMWIRE_TEST_NO_SUCH")
        #expect(noSecret.code == 2)
        #expect(noSecret.errors.contains("--secret-env"))
        let noFile = try tool.run("api", "sign", "--app-key", "k", "--secret-file", secret + "x")
        #expect(noFile.code == 2)
        #expect(noFile.errors.contains("there is no such file"))
        let empty = try tool.run("api", "sign", "--app-key", "k", "--secret-file", tool.file("empty", "\n"))
        #expect(empty.code == 2)
        let two = try tool.run("api", "sign", "--secret", mark, "--secret-file", secret)
        #expect(two.code == 2)
        let injected = try tool.run("api", "sign", "--app-key", "k", "--nonce", "a\nb", "--secret-file", secret)
        #expect(injected.code == 2)
        #expect(injected.errors.contains("Nonce has control characters"))
        for run in [shown, noKey, noSecret, noFile, empty, two, injected] {
            #expect(!(run.output + run.errors).contains(mark))
        }
    }

    @Test(
        "A secret in the place of another argument does not appear in the output",
        arguments: [
            ["api", "sign", mark], ["api", "verify", mark], ["api", "sign", "--secret-env", mark, "--app-key", "k"],
            ["api", "sign", "--secret-file", mark, "--app-key", "k"], ["api", "sign", "--secret-env=\(mark)"],
            ["api", "sign", "--secret-fil", mark], ["api", "sign", "--secre=\(mark)"], ["api", mark],
            ["api", "sign", "--format", mark], ["api", "sign", "--app-key", "k", mark, mark + "x"],
            ["api", "sign", "-\(mark)"], ["api", "sign", "--app-key", "k", "it's\n\(mark)"],
        ])
    func aMisplacedSecretIsNotRepeated(_ arguments: [String]) throws {
        let run = try tool.run(arguments, inputFile: "/dev/null")
        #expect(run.code == 2)
        #expect(!run.errors.isEmpty)
        #expect(!(run.output + run.errors).contains(APITests.mark), "\(run.errors)")
        #expect(!(run.output + run.errors).contains("m4rk"), "\(run.errors)")
    }

    private static let mark = "s3cr3t-m4rk"

    @Test("A form is shown as text and as JSON, and strict mode rejects an invalid escape")
    func showsAForm() throws {
        let run = try tool.run("api", "form", input: "userId=u1&name=%E5%BC%A0+%E4%B8%89\n")
        #expect(run.code == 0)
        #expect(run.output == "userId  u1\nname    张 三\n")
        let json = try tool.run("api", "form", "--format", "json", input: "a=1&a=%22")
        #expect(json.output == #"[{"name":"a","value":"1"},{"name":"a","value":"\""}]"# + "\n")
        let broken = try tool.run("api", "form", "--strict", input: "a=100%")
        #expect(broken.code == 1)
        #expect(broken.errors.contains("form.percent at byte 5"))
    }
}
