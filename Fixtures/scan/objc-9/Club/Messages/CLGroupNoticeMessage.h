#import <RongIMLibCore/RongIMLibCore.h>

extern NSString *const CLGroupFounded;
extern NSString *const CLGroupLeft;
extern NSString *const CLGroupTitleChanged;

@interface CLGroupNoticeMessage : RCMessageContent
@property (nonatomic, copy) NSString *operation;
@property (nonatomic, copy) NSString *operatorUserId;
@property (nonatomic, copy) NSArray<NSString *> *memberIds;
@end
