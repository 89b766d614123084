#import "DueMessage.h"

@interface DueMessage ()
@property (nonatomic, copy) NSString *branch;
@property (nonatomic, copy) NSString *details;
@property (nonatomic, copy) NSString *greeting;
@end

@implementation DueMessage

+ (NSString *)getObjectName {
    return @"lib:Due";
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISPERSISTED;
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:kNilOptions error:nil];
    self.branch = [json objectForKey:@"branch"];
    self.details = [json objectForKey:@"details"];
    self.greeting = [json objectForKey:@"greeting"];
}

@end
