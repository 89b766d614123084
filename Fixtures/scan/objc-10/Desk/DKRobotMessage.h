// SPDX-License-Identifier: Apache-2.0

#import <RongIMLib/RongIMLib.h>

#define DKLocalTypeIdentifier @"desk:Robot"

@interface DKRobotMessage : RCMediaMessageContent
@property(nonatomic, copy) NSString *answer;
@end
