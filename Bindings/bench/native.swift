// SPDX-License-Identifier: Apache-2.0
// The same tasks in Swift: native FOLDER. What a program in Swift gets are values, and no JSON is written.

import Glibc
import IMWire
import IMWireRMTP

func load(_ name: String) -> [UInt8] {
    guard let file = fopen(CommandLine.arguments[1] + "/" + name, "rb") else { exit(1) }
    defer { fclose(file) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 24) { buffer, count in
        count = fread(buffer.baseAddress, 1, 1 << 24, file)
    }
}

func measure(_ name: String, _ task: () -> Int) {
    // Processor time, which the load of the machine does not change.
    func now() -> Double { Double(clock()) * 1e9 / Double(CLOCKS_PER_SEC) }
    var best = Double.infinity
    for _ in 0..<7 {
        let start = now()
        var count = 0
        repeat {
            // The clock, which is a system call, is read once in many tasks.
            var (turn, batch) = (0, 0)
            while turn < 100, batch < 1000 {
                let done = task()
                if done == 0 { exit(1) }
                batch += done
                turn += 1
            }
            count += batch
        } while now() - start < 2e8
        best = min(best, (now() - start) / Double(count))
    }
    print(name, Int(best))
}

@main
enum Native {
    static func main() {
        let content = load("content.json")
        let chat = load("chat.bin")
        let packets = load("packets.bin")
        let body = load("body.bin")
        var validator = ContentValidator()
        measure("decode") { (try? ContentRegistry.builtIn.decode(content.span, as: "RC:TxtMsg")) == nil ? 0 : 1 }
        measure("validate") { (try? validator.validate(content.span, as: "RC:TxtMsg")) == nil ? 0 : 1 }
        measure("body") { (try? RMTPBody.UpStreamMessage.decode(body.span)) == nil ? 0 : 1 }
        measure("body, to JSON") {
            guard let decoded = try? RMTPBody.UpStreamMessage.decode(body.span) else { return 0 }
            return decoded.value.json.text.isEmpty ? 0 : 1
        }
        measure("decode, to JSON") {
            guard let decoded = try? ContentRegistry.builtIn.decode(content.span, as: "RC:TxtMsg") else { return 0 }
            return decoded.value.encoded().isEmpty ? 0 : 1
        }
        measure("chat") {
            var reader = ChatStreamDecoder(.packets)
            reader.feed(chat.span)
            var count = 0
            while (try? reader.next()) != nil { count += 1 }
            return count
        }
        measure("route") {
            var decoder = RMTPFrameDecoder(RMTPFormat(.up))
            var position = 0
            var count = 0
            reading: while true {
                switch decoder.next(in: packets.span, from: &position) {
                case .packet(let packet):
                    if case .publish(let publish) = packet.kind, let data = publish.data {
                        count += (try? RMTPBody.UpStreamMessage.decode(data)) == nil ? 0 : 1
                    }
                default: break reading
                }
            }
            return count
        }
    }
}
