#import <RongIMLibCore/RongIMLibCore.h>

NS_ASSUME_NONNULL_BEGIN

/*!
 @brief The name of the type of a link
 */
#define RCKitLinkMessageTypeIdentifier @"Kit:Link"
FOUNDATION_EXPORT NSString *const RCKitVoteMessageIdentifier;

@interface RCKitLinkMessage : RCMessageContent <NSCoding, RCMessageContentView>

@property (nonatomic, copy) NSString *url;
@property (nonatomic, copy, nullable) NSString *title;
@property (nonatomic, assign) NSInteger clicks;

+ (instancetype)messageWithURL:(NSString *)url;

@end

@interface RCKitVoteMessage : RCMessageContent
@property (nonatomic, strong) NSArray<NSString *> *choices;
@end

NS_ASSUME_NONNULL_END
