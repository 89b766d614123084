#import "PartyContent.h"

@implementation PartyContent

- (NSMutableDictionary *)commonMembers {
    NSMutableDictionary *json = [NSMutableDictionary dictionary];
    if (self.extra) {
        [json setObject:self.extra forKey:@"extra"];
    }
    if (self.senderUserInfo) {
        [json setObject:@{
            @"id" : self.senderUserInfo.userId ?: @"",
            @"name" : self.senderUserInfo.name ?: @"",
            @"portrait" : self.senderUserInfo.portraitUri ?: @"",
        } forKey:@"user"];
    }
    return json;
}

- (void)readCommonMembers:(NSDictionary *)json {
    self.extra = json[@"extra"];
    NSDictionary *user = json[@"user"];
    self.senderUserInfo = [[RCUserInfo alloc] initWithUserId:user[@"id"] name:user[@"name"] portrait:user[@"portrait"]];
}

@end
