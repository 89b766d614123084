#import <RongIMLibCore/RongIMLibCore.h>

typedef NS_ENUM(NSInteger, SeatState) {
    SeatStateFree = 0,
    SeatStateTaken = 1,
    SeatStateLocked = 2,
};

typedef NS_ENUM(NSUInteger, RoomConversationType) {
    RoomConversationTypePrivate = 1,
    RoomConversationTypeGroup = 3,
    RoomConversationTypeChatroom = 4,
};

@interface SeatMessage : RCMessageContent
@property (nonatomic, assign) NSInteger index;
@property (nonatomic, assign) SeatState state;
@property (nonatomic, copy) NSString *userId;
@property (nonatomic, copy) NSString *userName;
@end

@implementation SeatMessage

- (NSData *)encode {
    NSMutableDictionary *json = @{
        @"seat" : @{@"index" : @(self.index), @"state" : @(self.state)},
        @"from" : @{
            @"id" : self.userId ?: @"",
            @"name" : self.userName ?: @"",
        },
    }.mutableCopy;
    NSMutableDictionary *meta = [NSMutableDictionary dictionary];
    meta[@"version"] = @2;
    [meta setObject:@"ios" forKey:@"client"];
    json[@"meta"] = meta;
    return [NSJSONSerialization dataWithJSONObject:json options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    NSDictionary *seat = json[@"seat"];
    self.index = [seat[@"index"] integerValue];
    self.state = [seat[@"state"] integerValue];
    NSDictionary *from = [json objectForKey:@"from"];
    self.userId = from[@"id"];
    self.userName = from[@"name"];
}

+ (NSString *)getObjectName {
    return @"room:Seat";
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_NONE;
}

@end
