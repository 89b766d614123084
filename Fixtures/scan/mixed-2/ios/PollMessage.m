@implementation PollMessage

- (NSData *)encode {
    NSMutableDictionary *dict = [NSMutableDictionary new];
    dict[@"q"] = self.question;
    dict[@"opts"] = self.options;
    return [NSJSONSerialization dataWithJSONObject:dict options:0 error:nil];
}

+ (NSString *)getObjectName { return @"app:Poll"; }

+ (RCMessagePersistent)persistentFlag { return MessagePersistent_ISCOUNTED; }

@end
