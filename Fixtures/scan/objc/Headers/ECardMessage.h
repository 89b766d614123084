#import "RCMessageContent.h"

/*!
 A card, as the framework publishes it.
 */
#define ECardMessageTypeIdentifier @"App:Card"

@interface ECardMessage : RCMessageContent

/*! The user. */
@property (nonatomic, strong) NSString *userId;
@property (nonatomic, strong) NSString *displayName, *portrait;

- (BOOL)isValid;

@end

typedef NS_ENUM(NSUInteger, ECConversationType) {
    /*! one to one */
    ECConversationType_PRIVATE = 1,
    ECConversationType_DISCUSSION = 2,
    // ECConversationType_OLD = 7,
    ECConversationType_GROUP = 0x3,
};
