// SPDX-License-Identifier: Apache-2.0

#import <RongIMLib/RongIMLib.h>

@interface DKQueueMessage : RCMessageContent
@property(nonatomic, copy) NSString *queue;
@property(nonatomic, assign) NSInteger place;
@end
