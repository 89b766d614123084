#import "RankMessage.h"
#import <MJExtension/MJExtension.h>

static NSString *const RankName = @"live:Rank";

@implementation RankItem
@end

@implementation RankMessage

+ (NSDictionary *)mj_replacedKeyFromPropertyName {
    return @{@"isFinal" : @"final"};
}

+ (NSDictionary *)mj_objectClassInArray {
    return @{@"items" : [RankItem class]};
}

- (NSData *)encode {
    return [self mj_JSONData];
}

- (void)decodeWithData:(NSData *)data {
    [self mj_setKeyValues:data];
}

+ (NSString *)getObjectName {
    return RankName;
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_NONE;
}

@end
