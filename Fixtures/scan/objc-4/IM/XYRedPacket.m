#import "XYRedPacket.h"

static NSString * const XYKeyMoney = @"money";

@interface XYRedPacket ()
@property (nonatomic, copy) NSString *secret;
@end

@implementation XYRedPacket

+ (NSString *)getObjectName
{
    return @"XY:RedPacket";
}

+ (RCMessagePersistent)persistentFlag
{
    return MessagePersistent_ISCOUNTED;
}

- (NSData *)encode
{
    NSMutableDictionary *json = [NSMutableDictionary dictionaryWithDictionary:@{@"title": self.title ?: @""}];
    json[XYKeyMoney] = @(self.money);
    [json addEntriesFromDictionary:@{ @"count" : @(self.count) }];
    if (self.extra.length) json[@"extra"] = self.extra;
    return [NSJSONSerialization dataWithJSONObject:json options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data
{
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:NSJSONReadingMutableContainers error:nil];
    _title = json[@"title"];
    _money = [json[XYKeyMoney] integerValue];
    _count = [[json valueForKey:@"count"] intValue];
}

@end
