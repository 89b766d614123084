// SPDX-License-Identifier: Apache-2.0

#import "DKSlotMessage.h"

static NSString *const kSlotRoom = @"room";

@implementation DKPlanner

- (void)reserve:(NSString *)room {
    NSDictionary *values = @{kSlotRoom : room, @"hours" : @2};
    DKSlotMessage *slot = [[DKSlotMessage alloc] initWithValues:values];
    [self send:slot];
}

@end
