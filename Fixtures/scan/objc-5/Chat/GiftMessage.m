#import "GiftMessage.h"
#import "NSMutableDictionary+Safe.h"

@implementation GiftMessage

- (NSData *)encode {
    NSMutableDictionary *dict = [NSMutableDictionary dictionary];
    [dict rclib_setObject:self.giftId forKey:@"giftId"];
    [dict rclib_setObject:@(self.number) forKey:@"number"];
    [dict rclib_setObject:self.extra forKey:@"extra"];
    if (self.senderUserInfo) {
        [dict rclib_setObject:[self encodeUserInfo:self.senderUserInfo] forKey:@"user"];
    }
    return [NSJSONSerialization dataWithJSONObject:dict options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    self.giftId = [json rclib_stringForKey:@"giftId"];
    self.number = [json rclib_integerForKey:@"number"];
    self.extra = [json rclib_stringForKey:@"extra"];
    [self decodeUserInfo:[json rclib_dictionaryForKey:@"user"]];
}

+ (NSString *)getObjectName {
    return AppGiftMessageIdentifier;
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISCOUNTED;
}

@end

@implementation NoticeMessage

- (NSData *)encode {
    NSMutableDictionary *dict = [[NSMutableDictionary alloc] init];
    [dict setSafeObject:self.lines forKey:@"lines"];
    return [NSJSONSerialization dataWithJSONObject:dict options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    self.lines = [json safeObjectForKey:@"lines"];
}

+ (NSString *)getObjectName {
    return kNoticeIdentifier;
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISPERSISTED;
}

@end
