// SPDX-License-Identifier: Apache-2.0

#import <RongIMLib/RongIMLib.h>

#define DKLocalTypeIdentifier @"desk:Card"

@interface DKCardMessage : RCMessageContent
@property(nonatomic, copy) NSString *title;
@property(nonatomic, strong) NSNumber *price;
@end
