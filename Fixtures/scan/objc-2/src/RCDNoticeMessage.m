#import "RCDNoticeMessage.h"
#define RCDKey(name) @#name
static NSString *const RCDNoticeIdentifier = @"ST:Notice";

@interface RCDNoticeMessage ()
@property (nonatomic, strong) NSDictionary *cache;
@end

@implementation RCDNoticeMessage

#pragma mark - coding

- (void)encodeWithCoder:(NSCoder *)coder {
    [super encodeWithCoder:coder];
    [coder encodeObject:_operation forKey:@"op"];
}

- (NSData *)encode
{
    NSMutableDictionary *dict = [[self encodeBaseData] mutableCopy];
    [dict setValue:self.operation forKey:@"operation"];
    [dict setValue:self.operatorId.length ? self.operatorId : @"" forKey:@"operatorUserId"];
    if (self.data.length) dict[@"data"] = self.data;
    NSDictionary *extra = @{@"k": @"v"};
    dict[@"extra"] = [self jsonOf:extra];
    return [NSJSONSerialization dataWithJSONObject:dict options:NSJSONWritingPrettyPrinted error:NULL];
}

- (void)decodeWithData:(NSData *)data
{
    __autoreleasing NSError *error;
    NSDictionary *dict = [NSJSONSerialization JSONObjectWithData:data options:kNilOptions error:&error];
    NSDictionary *json = [[NSDictionary alloc] initWithDictionary:dict];
    if (json) {
        _operation = [json[@"operation"] description];
        _operatorId = json[@"operatorUserId"] ?: json[@"operatorId"];
        id inner = [json objectForKey:@"data"];
        if ([inner isKindOfClass:NSDictionary.class]) { _name = inner[@"nickname"]; }
        [self decodeBaseData:json];
    }
}

+ (NSString *)getObjectName { return RCDNoticeIdentifier; }

+ (RCMessagePersistent)persistentFlag { return (RCMessagePersistent)MessagePersistent_ISPERSISTED; }

- (NSArray<NSString *> *)getSearchableWords { return @[ self.operation, @"ST:Search" ]; }

@end
