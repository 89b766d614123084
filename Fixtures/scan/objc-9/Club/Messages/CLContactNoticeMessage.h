#import <RongIMLibCore/RongIMLibCore.h>

#define CLContactNoticeMessageTypeIdentifier @"club:ConNtf"

#define CLContactNoticeMessage_ContactOperationAsk @"Request"
#define CLContactNoticeMessage_ContactOperationAgree @"AcceptResponse"

@interface CLContactNoticeMessage : RCMessageContent
@property (nonatomic, copy) NSString *operation;
@property (nonatomic, copy) NSString *sourceUserId;
@end
