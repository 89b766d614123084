// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of Objective-C macros, of classes of the SDK, and of bridges that do not return their objects (CMP-115 to
/// CMP-118).
struct ScanHeadersTests {
    private func header(_ name: String, _ objectName: String) -> String {
        """
        #define DKLocalTypeIdentifier @"\(objectName)"
        @interface \(name) : RCMessageContent
        @property (nonatomic, copy) NSString *title;
        @end
        """
    }

    private func implementation(_ name: String, imports: [String]) -> String {
        imports.map { "#import \"\($0).h\"\n" }.joined() + """
            @implementation \(name)
            - (NSData *)encode {
              return [NSJSONSerialization dataWithJSONObject:@{@"title" : self.title} options:0 error:nil];
            }
            + (NSString *)getObjectName { return DKLocalTypeIdentifier; }
            @end
            """
    }

    @Test("A macro of several headers has the value of the nearest header (CMP-117)")
    func macros() throws {
        let manifest = try scanned(
            [
                "DKCard.h": header("DKCard", "desk:Card"), "DKRobot.h": header("DKRobot", "desk:Robot"),
                "DKCard.m": implementation("DKCard", imports: ["DKCard", "DKRobot"]),
                "DKRobot+Encoding.m": implementation("DKRobot", imports: []),
            ], .ios)
        #expect(manifest["desk:Card"]?.className == "DKCard")
        #expect(manifest["desk:Robot"]?.className == "DKRobot")
        #expect(manifest.names == ["desk:Card", "desk:Robot"])
    }

    @Test("A macro of several headers has several values if none of them is imported (CMP-117)")
    func severalValues() throws {
        let result = try scanned([
            "DKCard.h": header("DKCard", "desk:Card"), "DKRobot.h": header("DKRobot", "desk:Robot"),
            "DKOther.m": implementation("DKOther", imports: []),
        ])
        #expect(result.unread.contains { $0.reason.contains("several values") })
    }

    @Test("The dictionary in a property is no member (CMP-118)")
    func dictionary() throws {
        let source = """
            @interface DKPlanMessage : RCMessageContent
            @property (nonatomic, strong) NSDictionary *planValues;
            @end
            @implementation DKPlanMessage
            - (NSData *)encode {
              return [NSJSONSerialization dataWithJSONObject:self.planValues options:0 error:nil];
            }
            + (NSString *)getObjectName { return @"desk:Plan"; }
            @end
            """
        let type = try #require(try scanned(["DKPlanMessage.m": source], .ios)["desk:Plan"])
        #expect(type.members == nil)
    }

    @Test("A class of the SDK that an application registers stands for its type (CMP-116)")
    func registered() throws {
        let objc = "@implementation A\n- (void)a { [[RCIM shared] registerMessageType:[RCImageMessage class]]; }\n@end"
        let type = try #require(try scanned(["A.m": objc], .ios)["RC:ImgMsg"])
        #expect(type.className == "RCImageMessage")
        #expect(type.members == nil)
        #expect(type.shape == nil)
        let java = "class A { void a() { RongIMClient.registerMessageType(OwnMessage.class, FileMessage.class); } }"
        #expect(try scanned(["A.java": java], .android).names == ["RC:FileMsg"])
    }

    @Test("A callback of a bridge declares the members that its branches write (CMP-115)")
    func callback() throws {
        let source = { (content: String) in
            """
            @implementation DKPlugin
            - (void)onReceived:(RCMessage *)message {
              NSMutableDictionary *body = [NSMutableDictionary new];
              if ([\(content) isMemberOfClass:[RCTextMessage class]]) {
                RCTextMessage *text = (RCTextMessage *)\(content);
                body[@"words"] = text.content;
              } else if ([\(content) isMemberOfClass:[RCImageMessage class]]) {
                RCImageMessage *image = (RCImageMessage *)\(content);
                body[@"address"] = image.imageUrl;
              }
              NSDictionary *left = @{@"left" : @0};
              [self sendEventWithName:@"received" body:body];
            }
            @end
            """
        }
        let manifest = try scanned(["DKPlugin.m": source("message.content")], .ios)
        #expect(manifest["RC:TxtMsg"]?.memberNames == ["words"])
        #expect(manifest["RC:ImgMsg"]?.memberNames == ["address"])
        #expect(try scanned(["DKPlugin.m": source("message.lastestMessage")], .ios).names.isEmpty)
    }

    @Test("The fields of objects that branches make of a content are members (CMP-115)")
    func creations() throws {
        let classes = ["Text", "Image", "Voice"]
        let source = { (count: Int) in
            let branches = classes.prefix(count).map { name in
                "if (content instanceof \(name)Message) { item = new \(name)Item(content); }"
            }
            let items = classes.map { name in
                "class \(name)Item { String note; \(name)Item(MessageContent content) { note = content.getExtra(); } }"
            }
            return
                "class Items { Item of(MessageContent content) { Item item = null; \(branches.joined(separator: "\n"))"
                + " return item; } }\n" + items.joined(separator: "\n")
        }
        let manifest = try scanned(["Items.java": source(3)], .android)
        #expect(manifest.names == ["RC:ImgMsg", "RC:TxtMsg", "RC:VcMsg"])
        #expect(manifest["RC:TxtMsg"]?.memberNames == ["note"])
        #expect(manifest["RC:TxtMsg"]?.shape == .bridge)
        #expect(try scanned(["Items.java": source(2)], .android).names.isEmpty)
    }
}
