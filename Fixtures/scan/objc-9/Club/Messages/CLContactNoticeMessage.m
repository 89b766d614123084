#import "CLContactNoticeMessage.h"

@implementation CLContactNoticeMessage

- (NSData *)encode {
    NSMutableDictionary *json = [NSMutableDictionary dictionary];
    json[@"operation"] = self.operation;
    json[@"sourceUserId"] = self.sourceUserId;
    return [NSJSONSerialization dataWithJSONObject:json options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    self.operation = json[@"operation"];
    self.sourceUserId = json[@"sourceUserId"];
}

+ (NSString *)getObjectName {
    return CLContactNoticeMessageTypeIdentifier;
}

@end
