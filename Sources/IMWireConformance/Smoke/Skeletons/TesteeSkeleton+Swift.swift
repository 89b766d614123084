// SPDX-License-Identifier: Apache-2.0

extension TesteeSkeleton {
    /// A skeleton in Swift.
    static let swift = TesteeSkeleton(
        language: "swift", file: "testee.swift", command: "DIR/testee", build: "swiftc -o DIR/testee FILE",
        text: #"""
            // A testee for `imwire conform`: one JSON request a line in, one JSON answer a line out.
            // Spec/testee-protocol.md describes the operations. Write a function, and put it into `operations`.
            import Foundation

            typealias Object = [String: Any]

            /// What this testee does not have.
            struct Skip: Error { var reason: String }

            /// An input that is refused, with a code of Spec/errors.md.
            struct Refuse: Error { var code: String }

            func decodeContent(_ request: Object) throws -> Object {
                guard let name = request["objectName"] as? String, let text = request["bytes"] as? String,
                    let content = Data(base64Encoded: text)
                else { throw Skip(reason: "a member is missing") }
                throw Skip(reason: "\(name) of \(content.count) bytes: not written yet")
            }

            let operations: [String: (Object) throws -> Object] = ["content.decode": decodeContent]

            func hello() -> Object {
                [
                    "name": "my-testee", "version": "0.1", "language": "Swift", "protocol": 1,
                    "operations": operations.keys.sorted(),
                ]
            }

            func answer(_ request: Object) -> Object {
                let name = request["op"] as? String ?? ""
                if name == "hello" { return ["ok": hello()] }
                guard let operation = operations[name] else { return ["skipped": "no such operation"] }
                do {
                    return ["ok": try operation(request)]
                } catch let skip as Skip {
                    return ["skipped": skip.reason]
                } catch let refusal as Refuse {
                    return ["error": ["code": refusal.code]]
                } catch {
                    return ["skipped": "an error of the testee: \(error)"]
                }
            }

            while let line = readLine() {
                guard let request = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object, let id = request["id"]
                else { continue }
                var response = answer(request)
                response["id"] = id
                var bytes = try JSONSerialization.data(withJSONObject: response)
                bytes.append(10)
                FileHandle.standardOutput.write(bytes) // unbuffered: a runner waits for each line (TST-003)
            }

            """#)
}
