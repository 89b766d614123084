#import "GiftMessage.h"

@implementation GiftMessage

- (NSData *)encode {
    NSDictionary *dict = @{@"giftId" : self.giftId ?: @"", @"number" : @(self.number)};
    return [NSJSONSerialization dataWithJSONObject:dict options:0 error:nil];
}

+ (NSString *)getObjectName {
    return @"app:Gift";
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISCOUNTED;
}

@end
