#import "PartyContent.h"

NSString *const PartyFollowName = @"party:Follow";
NSString *const PartyNoticeName = @"party:Notice";

@interface PartyFollow : PartyContent
@property (nonatomic, copy) NSString *anchorId;
@end

@implementation PartyFollow

- (NSData *)encode {
    NSMutableDictionary *json = [self commonMembers];
    json[@"anchorId"] = self.anchorId;
    return [NSJSONSerialization dataWithJSONObject:json options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    [self readCommonMembers:json];
    self.anchorId = json[@"anchorId"];
}

+ (NSString *)getObjectName {
    return PartyFollowName;
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISPERSISTED | MessagePersistent_ISCOUNTED;
}

@end

@interface PartyNotice : PartyContent
@property (nonatomic, copy) NSString *text;
@property (nonatomic, copy) NSDictionary *data;
@end

@implementation PartyNotice

- (NSData *)encode {
    NSMutableDictionary *json = [self commonMembers];
    json[@"text"] = self.text;
    json[@"data"] = self.data;
    return [NSJSONSerialization dataWithJSONObject:json options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    [self readCommonMembers:json];
    self.text = json[@"text"];
    self.data = json[@"data"];
}

+ (NSString *)getObjectName {
    return PartyNoticeName;
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISPERSISTED;
}

@end
