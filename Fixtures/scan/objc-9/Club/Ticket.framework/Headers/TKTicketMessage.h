#import <RongIMLibCore/RongIMLibCore.h>

#define TKTicketMessageTypeIdentifier @"ticket:Sold"

@interface TKTicketMessage : RCMessageContent
@property (nonatomic, copy) NSString *seat;
@end
