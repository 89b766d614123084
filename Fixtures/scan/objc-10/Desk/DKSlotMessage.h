// SPDX-License-Identifier: Apache-2.0

@interface DKSlotMessage : RCMessageContent
@property (nonatomic, strong) NSDictionary *slotValues;
- (instancetype)initWithValues:(NSDictionary *)values;
@end
