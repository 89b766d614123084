// SPDX-License-Identifier: Apache-2.0

#import "DKPlanMessage.h"

@implementation DKPlanMessage

- (NSData *)encode {
    return [NSJSONSerialization dataWithJSONObject:self.planValues options:NSJSONWritingPrettyPrinted error:nil];
}

- (void)decodeWithData:(NSData *)data {
    self.planValues = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
}

+ (NSString *)getObjectName {
    return @"desk:Plan";
}

@end
