#import "DemoGiftMessage.h"

static NSString *const kCountKey = @"count";

@implementation DemoGiftMessage

+ (instancetype)messageWithName:(NSString *)name {
    DemoGiftMessage *message = [[DemoGiftMessage alloc] init];
    message.giftName = name;
    return message;
}

+ (RCMessagePersistent)persistentFlag {
    return (MessagePersistent_ISPERSISTED |
            MessagePersistent_ISCOUNTED);
}

- (instancetype)initWithCoder:(NSCoder *)aDecoder {
    if (self = [super init]) {
        self.giftName = [aDecoder decodeObjectForKey:@"archivedName"];
    }
    return self;
}

- (void)encodeWithCoder:(NSCoder *)aCoder {
    [aCoder encodeObject:self.giftName forKey:@"archivedName"];
    [aCoder encodeObject:self.giftId forKey:@"archivedId"];
}

- (NSData *)encode {
    NSMutableDictionary *dataDict = [NSMutableDictionary dictionary];
    [dataDict setObject:self.giftName forKey:@"giftName"];
    if (self.giftId) {
        [dataDict setObject:self.giftId
                     forKey:@"giftId"];
    }
    dataDict[kCountKey] = @(self.count);
    // [dataDict setObject:self.price forKey:@"price"];
    if (self.senderUserInfo) {
        NSMutableDictionary *userInfoDic = [[NSMutableDictionary alloc] init];
        [userInfoDic setObject:self.senderUserInfo.name forKey:@"name"];
        [userInfoDic setObject:self.senderUserInfo.portraitUri forKey:@"icon"];
        [dataDict setObject:userInfoDic forKey:@"user"];
    }
    NSLog(@"encoded %@ as @\"App:Log\" forKey:@\"logKey\"", dataDict);
    return [NSJSONSerialization dataWithJSONObject:dataDict options:kNilOptions error:nil];
}

- (void)decodeWithData:(NSData *)data {
    if (!data) { return; }
    NSError *error = nil;
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:kNilOptions error:&error];
    if (json) {
        self.giftName = json[@"giftName"];
        self.giftId = [json objectForKey:@"giftId"];
        self.count = [json[kCountKey] integerValue];
        self.from = [json valueForKey:@"from"];
        NSDictionary *userInfoDic = json[@"user"];
        [self decodeUserInfo:userInfoDic];
        NSString *level = userInfoDic[@"level"];
    }
}

+ (NSString *)getObjectName {
    return DemoGiftMessageTypeIdentifier;
}

- (NSString *)conversationDigest {
    return [NSString stringWithFormat:@"[App:Digest] %@", self.giftName];
}

@end
