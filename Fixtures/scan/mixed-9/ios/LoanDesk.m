#import "DueMessage.h"
#import "LoanMessage.h"

@implementation LoanDesk

- (void)start {
    [[RCIMClient sharedRCIMClient] registerMessageType:[LoanMessage class]];
    [[RCIMClient sharedRCIMClient] registerMessageType:[DueMessage class]];
}

- (void)lend:(NSString *)title to:(NSString *)reader {
    LoanMessage *content = [[LoanMessage alloc] init];
    content.title = title;
    [[RCIMClient sharedRCIMClient] sendMessage:ConversationType_PRIVATE targetId:reader content:content];
}

- (BOOL)isReminder:(RCMessageContent *)content {
    return [content isKindOfClass:[DueMessage class]];
}

@end
