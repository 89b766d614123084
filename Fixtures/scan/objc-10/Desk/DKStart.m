// SPDX-License-Identifier: Apache-2.0

#import "DKCardMessage.h"
#import "DKRobotMessage.h"

@implementation DKStart

- (void)start {
    [[RCIMClient sharedRCIMClient] registerMessageType:[DKCardMessage class]];
    [[RCIMClient sharedRCIMClient] registerMessageType:[DKRobotMessage class]];
    [[RCIMClient sharedRCIMClient] registerMessageType:[RCImageMessage class]];
}

@end
