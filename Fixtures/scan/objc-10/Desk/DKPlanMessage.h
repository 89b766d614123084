// SPDX-License-Identifier: Apache-2.0

#import <RongIMLib/RongIMLib.h>

@interface DKPlanMessage : RCMessageContent
@property(nonatomic, strong) NSDictionary *planValues;
@end
