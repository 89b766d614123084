#import "CLGroupNoticeMessage.h"

NSString *const CLGroupFounded = @"Create";
NSString *const CLGroupLeft = @"Quit";
NSString *const CLGroupTitleChanged = @"Rename";
static NSString *const CLNoticeCellReuse = @"notice.cell";

@interface CLGroupNoticeMessage ()
@property (nonatomic, copy) NSString *operatorName;
@end

@implementation CLGroupNoticeMessage

+ (NSString *)getObjectName {
    return @"club:GrpNtf";
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISPERSISTED;
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    self.operation = json[@"operation"];
    self.operatorUserId = json[@"operatorUserId"];
    self.operatorName = json[@"data"][@"operatorName"];
    self.memberIds = json[@"data"][@"memberIds"];
}

- (NSString *)conversationDigest {
    if ([self.operation isEqualToString:CLGroupFounded]) {
        return [self.operatorName stringByAppendingString:@" founded the club"];
    }
    if ([self.operation isEqualToString:CLGroupLeft]) {
        return [self.operatorName stringByAppendingString:@" left the club"];
    }
    return @"";
}

@end
