// SPDX-License-Identifier: Apache-2.0

#import "DKSlotMessage.h"

@implementation DKSlotMessage

- (instancetype)initWithValues:(NSDictionary *)values {
    if (self = [super init]) {
        self.slotValues = values;
    }
    return self;
}

- (NSData *)encode {
    return [NSJSONSerialization dataWithJSONObject:self.slotValues options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    self.slotValues = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
}

+ (NSString *)getObjectName {
    return @"desk:Slot";
}

@end
