#import <RongIMLib/RongIMLib.h>

NS_ASSUME_NONNULL_BEGIN

/*!
 The name of the type; @"App:Documentation" in the examples.
 */
#define DemoGiftMessageTypeIdentifier @"App:Gift"
//#define DemoOldGiftMessageTypeIdentifier @"App:OldGift"

@interface DemoGiftMessage : RCMessageContent <NSCoding>

@property (nonatomic, copy) NSString *giftName;
@property (nonatomic, copy, nullable) NSString *giftId;
@property (nonatomic, assign) NSInteger count;

+ (instancetype)messageWithName:(NSString *)name;

@end

NS_ASSUME_NONNULL_END
