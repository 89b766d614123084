// SPDX-License-Identifier: Apache-2.0

#import "DKRobotMessage.h"

@implementation DKRobotMessage

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISPERSISTED;
}

- (NSData *)encode {
    NSMutableDictionary *robot = [NSMutableDictionary dictionary];
    [robot setObject:self.answer forKey:@"answer"];
    [robot setObject:self.remoteUrl forKey:@"picture"];
    return [NSJSONSerialization dataWithJSONObject:robot options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *robot = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    self.answer = robot[@"answer"];
    self.remoteUrl = robot[@"picture"];
}

+ (NSString *)getObjectName {
    return DKLocalTypeIdentifier;
}

@end
