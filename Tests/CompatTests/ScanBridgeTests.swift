// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of reading wrappers, which pass contents between an SDK and a bridge.
struct ScanBridgeTests {
    private func scan(_ text: String, _ path: String, _ language: SourceLanguage) -> ScanResult {
        var scan = SourceScan()
        scan.read(Array(text.utf8), path: path, language: language)
        return scan.finish()
    }

    @Test("Names of methods and events of a channel are no types (CMP-092)")
    func channel() {
        let source = { (subject: String) in
            """
            class Gift { Map toJson() { return {'count': count}; } Gift.fromJson(Map json) { count = json['count']; } }
            void handle(call) {
              switch (\(subject)) {
                case 'shop:Gift':
                  Gift.fromJson(call.arguments);
                  break;
              }
            }
            """
        }
        #expect(scan(source("call.method"), "lib/a.dart", .dart).types.isEmpty)
        #expect(scan(source("objectName"), "lib/a.dart", .dart).types.map(\.objectName) == ["shop:Gift"])
    }

    @Test("An encoder that returns JSON text makes a type wire, and an option sets the shape of all types (CMP-066)")
    func shapes() {
        let source = """
            final channel = MethodChannel('shop');
            class Gift {
              String getObjectName() => 'shop:Gift';
              String encode() { return json.encode({'count': count}); }
              Map toMap() { return {'text': encode()}; }
            }
            class Coupon {
              String getObjectName() => 'shop:Coupon';
              Map toMap() { return {'code': code}; }
            }
            """
        let result = scan(source, "lib/a.dart", .dart)
        var manifest = result.manifest(.flutter, name: nil)
        #expect(manifest.types.map(\.shape) == [nil, .bridge])
        #expect(manifest.types.first?.members?.map(\.name) == ["count"])
        manifest.setShape(.wire)
        #expect(manifest.shape == .wire && manifest.types.allSatisfy { $0.shape == nil })
    }

    @Test("An annotation that differs from the native side's values is cosmetic (CMP-168)")
    func annotations() throws {
        let manifest = try members(
            "RC:RcNtf", #""name":"isAdmin","type":"boolean","declaredType":"string""#, shape: "bridge")
        #expect(found(.memberType, manifest) == ["DEV-45 cosmetic p: RC:RcNtf isAdmin"])
        let right = try members(
            "RC:ImgMsg", #""name":"isFull","type":"boolean","declaredType":"bool?""#, shape: "bridge")
        #expect(found(.memberType, right) == [])
        // Without native code the annotation is the only claim.
        let only = try members(
            "RC:ImgMsg", #""name":"isFull","type":"string","declaredType":"string""#, shape: "bridge")
        #expect(found(.memberType, only) == ["DEV-25 tolerated p: RC:ImgMsg isFull"])
    }

    @Test("A converter declares a type for each branch, and a method with a single branch declares none (CMP-091)")
    func converters() {
        let branch = "if (content instanceof TextMessage) { map.put(\"body\", text.getContent()); }"
        let other = " else if (content instanceof CommandMessage) { map.put(\"name\", command.getName()); }"
        let source = { (branches: String) in
            "class Converter { static void convert(MessageContent content, Map<String, Object> map) { \(branches) } }"
        }
        #expect(scan(source(branch), "A.java", .java).types.isEmpty)
        let types = scan(source(branch + other), "A.java", .java).types
        #expect(types.map(\.objectName) == ["RC:TxtMsg", "RC:CmdMsg"])
        #expect(types.allSatisfy { $0.shape == .bridge })
        #expect(types.map { $0.members?.map(\.name) } == [["body"], ["name"]])
    }

    @Test("A registration of a parameter is that of the callers (CMP-095)")
    func passedOn() {
        let source = { (name: String) in
            "class A { void add(String type, int flag) { engine.registerNativeCustomMessage(\(name), flag); } }"
        }
        let passed = scan(source("type"), "A.java", .java)
        #expect(passed.types.isEmpty && passed.unread.isEmpty)
        #expect(scan(source("\"shop:Gift\""), "A.java", .java).types.map(\.objectName) == ["shop:Gift"])
        #expect(scan(source("other"), "A.java", .java).unread.count == 1)
    }
}
