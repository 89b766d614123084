#import "DemoNotices.h"

NSString *const DemoPrefix = @"App:";
NSString * const DemoNoticeName = @"App:" @"Notice";

@implementation DemoNotice

+ (NSString *)getObjectName { return DemoNoticeName; }
+ (RCMessagePersistent)persistentFlag { return MessagePersistent_ISPERSISTED; }

- (NSData *)encode {
    NSDictionary *body = @{
        @"title" : self.title ?: @"",
        @"level" : @(self.level),
        @"link" : @{ @"href" : self.href, @"label" : self.label },
    };
    return [NSJSONSerialization dataWithJSONObject:body options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *body = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    self.title = body[@"title"];
    self.level = [[body objectForKey:@"level"] intValue];
    self.href = body[@"link"][@"href"];
}

@end

@implementation DemoPing

+ (NSString *)getObjectName
{
    return @"App:Ping";
}

+ (RCMessagePersistent)persistentFlag
{
    // return MessagePersistent_ISCOUNTED;
    return MessagePersistent_STATUS;
}

- (NSData *)encode {
    NSDictionary *dict = [NSDictionary dictionaryWithObjectsAndKeys:self.nonce, @"nonce",
                                       @(self.sentAt), @"sentAt", nil];
    return [NSJSONSerialization dataWithJSONObject:dict options:0 error:nil];
}

#if 0
+ (NSString *)getObjectName { return @"App:Disabled"; }
#endif

@end

@implementation DemoRemote

+ (NSString *)getObjectName {
    return [DemoConfiguration nameFor:@"remote"];
}

@end
