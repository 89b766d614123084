#import <RongIMLib/RongIMLib.h>

#define AppGiftMessageIdentifier @"app:Gift"
#define kNoticeIdentifier @"app:Notice"

@interface GiftMessage : RCMessageContent

@property (nonatomic, copy) NSString *giftId;
@property (nonatomic, assign) NSInteger number;
@property (nonatomic, copy) NSString *extra;

@end

@interface NoticeMessage : RCMessageContent <NSCoding>

@property (nonatomic, strong) NSArray<NSString *> *lines;

@end
