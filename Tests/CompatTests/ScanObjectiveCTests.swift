// SPDX-License-Identifier: Apache-2.0

import IMWireCompat
import Testing

/// Tests of Objective-C sources (CMP-110 to CMP-114).
struct ScanObjectiveCTests {
    /// Returns a class that declares a type with one member.
    private func message(_ name: String, _ objectName: String, _ member: String) -> String {
        """
        @interface \(name) : RCMessageContent
        @property (nonatomic, copy) NSString *\(member);
        @end
        @implementation \(name)
        - (NSData *)encode {
          return [NSJSONSerialization dataWithJSONObject:@{@"\(member)" : self.\(member)} options:0 error:nil];
        }
        + (NSString *)getObjectName { return @"\(objectName)"; }
        @end

        """
    }

    @Test("The headers of compiled libraries are excluded and counted as dependencies (CMP-110)")
    func libraries() throws {
        let result = try scanned([
            "App/CLRoomMessage.m": message("CLRoomMessage", "club:Room", "room"),
            "App/Chat.framework/Headers/TKTicketMessage.h": message("TKTicketMessage", "chat:Ticket", "ticket"),
            "App/Log.xcframework/ios/Headers/TKLogMessage.h": message("TKLogMessage", "chat:Log", "log"),
            "libs/Chat/include/CLSystemMessage.h": message("CLSystemMessage", "chat:System", "notice"),
            "Sdk/libsdk.a": "", "Sdk/CLSdkMessage.h": message("CLSdkMessage", "chat:Sdk", "notice"),
        ])
        #expect(result.types.map(\.objectName) == ["club:Room"])
        #expect(
            result.leftOut.keys.sorted() == [
                "Chat.framework (dependencies)", "Log.xcframework (dependencies)",
                "headers of a compiled library (dependencies)", "include (dependencies)",
            ])
    }

    @Test("Text constants that are values of operation form an enumeration (CMP-111)")
    func operations() throws {
        let decoder = """
            - (void)decodeWithData:(NSData *)data {
              NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
              self.operation = json[@"operation"];
            }
            """
        // The file compares two of the constants with the operation, and the third starts alike.
        let group = """
            NSString *const CLGroupFounded = @"Create";
            NSString *const CLGroupLeft = @"Quit";
            NSString *const CLGroupTitled = @"Rename";
            static NSString *const CLNoticeCellReuse = @"notice.cell";
            @implementation CLGroupNoticeMessage
            + (NSString *)getObjectName { return @"club:GrpNtf"; }
            \(decoder)
            - (NSString *)conversationDigest {
              if ([self.operation isEqualToString:CLGroupFounded]) { return @"founded"; }
              if ([self.operation isEqualToString:CLGroupLeft]) { return @"left"; }
              return @"";
            }
            @end
            """
        let contact = """
            #define CLContactMessage_ContactOperationAsk @"Request"
            #define CLContactMessage_ContactOperationAgree @"AcceptResponse"
            @implementation CLContactMessage
            + (NSString *)getObjectName { return @"club:ConNtf"; }
            \(decoder)
            @end
            """
        let manifest = try scanned(["CLGroupNoticeMessage.m": group, "CLContactMessage.m": contact], .ios)
        let values = Dictionary(uniqueKeysWithValues: manifest.enumerations.map { ($0.name, $0.values) })
        #expect(values["groupOperation"]?.map(\.name) == ["CLGroupFounded", "CLGroupLeft", "CLGroupTitled"])
        #expect(values["groupOperation"]?.map(\.text) == ["Create", "Quit", "Rename"])
        #expect(values["contactOperation"]?.map(\.name) == ["Ask", "Agree"])
        #expect(values["contactOperation"]?.map(\.text) == ["Request", "AcceptResponse"])
    }

    @Test("A name that a message has at run time contradicts that of its class (CMP-112)")
    func renamed() throws {
        let send = """
            @implementation CLSender
            - (void)send {
              CLGiftMessage *gift = [CLGiftMessage new];
              RCMessage *message = [[RCMessage alloc] initWithType:1 targetId:@"a" direction:1 messageId:1 content:gift];
              message.objectName = @"club:Present";
            }
            @end
            """
        let result = try scanned(["A.m": message("CLGiftMessage", "club:Gift", "gift") + send])
        #expect(result.types.map(\.objectName) == ["club:Gift"] && result.unread.isEmpty)
        #expect(result.contradictions.map(\.objectName) == ["club:Gift"])
        #expect(result.contradictions.first?.differences.contains { $0.contains("club:Present") } == true)
    }

    @Test("A name at run time that no class declares is an unread place, and an argument of a call is none (CMP-112)")
    func undeclared() throws {
        let source = """
            @implementation CLSender
            - (void)send:(RCMessageContent *)content {
              RCMessage *message = [[RCMessage alloc] initWithType:1 targetId:@"a" direction:1 messageId:1 content:content];
              message.objectName = @"club:Present";
              [self sendTo:@"club:Room" content:content];
            }
            @end
            """
        let result = try scanned(["A.m": source])
        #expect(result.types.isEmpty && result.contradictions.isEmpty)
        #expect(result.unread.map(\.line) == [4])
        #expect(result.unread.allSatisfy { $0.reason.contains("club:Present") })
        let declared = source + message("CLGiftMessage", "club:Present", "gift")
        #expect(try scanned(["A.m": declared]).unread.isEmpty)
    }

    @Test("Properties of a class that is not implemented, and of a category, are not members (CMP-113)")
    func properties() throws {
        let source = """
            #define CLSoundMessageTypeIdentifier @"club:Sound"
            #define CLRoomMessageTypeIdentifier @"club:Room"
            @interface CLSoundMessage : RCMessageContent
            @property (nonatomic, copy) NSString *sound;
            @end
            @interface CLRoomMessage : RCMessageContent
            @property (nonatomic, copy) NSString *room;
            @end
            @interface CLRoomMessage (Rows)
            @property (nonatomic, copy) NSString *row;
            @end
            @implementation CLRoomMessage
            - (NSData *)encode {
              return [NSJSONSerialization dataWithJSONObject:[self mj_keyValues] options:0 error:nil];
            }
            + (NSString *)getObjectName { return CLRoomMessageTypeIdentifier; }
            @end
            """
        let manifest = try scanned(["A.m": source], .ios)
        #expect(manifest["club:Room"]?.memberNames == ["room"])
        let sound = try #require(manifest["club:Sound"])
        #expect(sound.members == nil && sound.note?.hasPrefix("members unknown") == true)
    }

    @Test("A condition of an encoder shows which values are omitted, or that the member may be absent (CMP-114)")
    func conditions() throws {
        let source = """
            @interface CLPhotoMessage : RCMessageContent
            @property (nonatomic, copy) NSString *path;
            @property (nonatomic, copy) NSString *caption;
            @property (nonatomic, strong) NSNumber *albumId;
            @property (nonatomic, assign) NSInteger width;
            @property (nonatomic, assign) BOOL pinned;
            @property (nonatomic, copy) NSArray *tags;
            @end
            @implementation CLPhotoMessage
            + (NSString *)getObjectName { return @"club:Photo"; }
            - (NSData *)encode {
              NSMutableDictionary *json = [NSMutableDictionary dictionary];
              if (![CLPaths isLocalPath:self.path]) { [json setObject:self.path forKey:@"path"]; }
              if (self.caption.length > 0) { [json setObject:self.caption forKey:@"caption"]; }
              if (self.albumId) { [json setObject:self.albumId forKey:@"albumId"]; }
              if (self.width) { [json setObject:@(self.width) forKey:@"width"]; }
              if (self.pinned) { json[@"pinned"] = @(self.pinned); }
              if (self.tags.count > 0) { json[@"tags"] = self.tags; }
              return [NSJSONSerialization dataWithJSONObject:json options:0 error:nil];
            }
            @end
            """
        let photo = try #require(try scanned(["A.m": source], .ios)["club:Photo"])
        #expect(photo.memberNames == ["path", "caption", "albumId", "width", "pinned", "tags"])
        #expect(photo.members?.map(\.omits) == [[.localPath], [.emptyString], [], [.zero], [.false], []])
        #expect(photo.members?.map(\.absent) == [nil, nil, .omitted, nil, nil, .omitted])
    }
}
