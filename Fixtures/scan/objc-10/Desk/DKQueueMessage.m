// SPDX-License-Identifier: Apache-2.0

#import "DKQueueMessage.h"

@implementation DKQueueMessage

- (NSData *)encode {
    return [NSJSONSerialization dataWithJSONObject:@{@"queue" : self.queue, @"place" : @(self.place)}
                                           options:0
                                             error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    self.queue = json[@"queue"];
    self.place = [json[@"place"] integerValue];
}

+ (NSString *)getObjectName {
    return NSStringFromClass([self class]);
}

@end
