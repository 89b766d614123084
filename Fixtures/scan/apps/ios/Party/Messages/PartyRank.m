#import "PartyContent.h"

@interface PartyRank : RCMessageContent
@property (nonatomic, copy) NSString *roomId;
@property (nonatomic, strong) NSArray *users;
@end

@implementation PartyRank

- (NSData *)encode {
    NSDictionary *json = @{@"rid" : self.roomId ?: @"", @"users" : self.users ?: @[]};
    return [NSJSONSerialization dataWithJSONObject:json options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    self.roomId = json[@"rid"];
    self.users = json[@"users"];
}

+ (NSString *)getObjectName {
    return @"party:Rank";
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_NONE;
}

@end

@interface PartyWelcome : RCMessageContent
@property (nonatomic, copy) NSString *text;
@end

@implementation PartyWelcome

- (NSData *)encode {
    return [NSJSONSerialization dataWithJSONObject:@{@"text" : self.text ?: @""} options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    self.text = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil][@"text"];
}

+ (NSString *)getObjectName {
    return @"RC:PartyWelcome";
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISPERSISTED;
}

@end
