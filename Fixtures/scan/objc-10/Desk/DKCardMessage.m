// SPDX-License-Identifier: Apache-2.0

#import "DKCardMessage.h"

@implementation DKCardMessage

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISCOUNTED;
}

- (NSData *)encode {
    NSMutableDictionary *card = [NSMutableDictionary dictionary];
    [card setObject:self.title forKey:@"title"];
    [card setObject:self.price forKey:@"price"];
    [card setObject:self.extra forKey:@"note"];
    return [NSJSONSerialization dataWithJSONObject:card options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *card = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    self.title = card[@"title"];
    self.price = card[@"price"];
    self.extra = card[@"note"];
    NSObject *found = [card objectForKey:@"shop"];
    NSDictionary *shop = nil;
    if ([found isKindOfClass:[NSDictionary class]]) {
        shop = found;
    }
    NSString *street = [shop objectForKey:@"street"];
}

+ (NSString *)getObjectName {
    return DKLocalTypeIdentifier;
}

@end
