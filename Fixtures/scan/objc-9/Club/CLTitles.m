#import "CLTitles.h"

@implementation CLTitleItem
@end

@implementation CLTitles

- (NSDictionary *)titles {
    NSMutableDictionary *titles = [NSMutableDictionary dictionary];
    CLTitleItem *photo = [[CLTitleItem alloc] initWithTitle:@"Photo" key:@"club:Photo"];
    titles[@"club:Photo"] = photo;
    return titles;
}

- (void)resend:(NSString *)path {
    CLPhotoMessage *photo = [CLPhotoMessage new];
    RCMessage *message = [[RCMessage alloc] initWithType:ConversationType_PRIVATE content:photo];
    message.objectName = @"club:PhotoV2";
    [self.client sendMessage:message];
}

@end
