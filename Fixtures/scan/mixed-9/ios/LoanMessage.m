#import "LoanMessage.h"

@interface LoanMessage ()
@property (nonatomic, copy) NSString *title;
@property (nonatomic, assign) NSInteger days;
@end

@implementation LoanMessage

+ (NSString *)getObjectName {
    return @"lib:Loan";
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISPERSISTED | MessagePersistent_ISCOUNTED;
}

- (NSData *)encode {
    NSMutableDictionary *json = [NSMutableDictionary dictionary];
    [json setObject:self.title forKey:@"title"];
    [json setObject:@(self.days) forKey:@"days"];
    return [NSJSONSerialization dataWithJSONObject:json options:kNilOptions error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:kNilOptions error:nil];
    self.title = [json objectForKey:@"title"];
    self.days = [[json objectForKey:@"days"] integerValue];
}

@end
