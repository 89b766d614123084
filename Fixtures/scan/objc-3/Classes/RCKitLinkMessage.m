#import "RCKitLinkMessage.h"

NSString *const RCKitVoteMessageIdentifier = @"Kit:Vote";
static NSString *const kChoices = @"choices";

@implementation RCKitLinkMessage

+ (instancetype)messageWithURL:(NSString *)url {
    RCKitLinkMessage *message = [[RCKitLinkMessage alloc] init];
    message.url = url;
    return message;
}

+ (RCMessagePersistent)persistentFlag {
    return (MessagePersistent_ISPERSISTED | MessagePersistent_ISCOUNTED);
}

#pragma mark – NSCoding protocol methods
- (instancetype)initWithCoder:(NSCoder *)aDecoder {
    if (self = [super init]) {
        self.url = [aDecoder decodeObjectForKey:@"archivedURL"];
    }
    return self;
}

- (void)encodeWithCoder:(NSCoder *)aCoder {
    [aCoder encodeObject:self.url forKey:@"archivedURL"];
}

- (NSData *)encode {
    NSMutableDictionary *dataDict = [[super encodeBaseData] mutableCopy];
    [dataDict setObject:self.url ?: @"" forKey:@"url"];
    if (self.title) {
        [dataDict setObject:self.title
                     forKey:@"title"];
    }
    [dataDict setValue:@(self.clicks) forKey:@"clicks"];
    // [dataDict setObject:self.old forKey:@"old"];
    if (self.senderUserInfo) {
        [dataDict setObject:[self encodeUserInfo:self.senderUserInfo] forKey:@"user"];
    }
    NSData *data = [NSJSONSerialization dataWithJSONObject:dataDict options:kNilOptions error:nil];
    return data;
}

- (void)decodeWithData:(NSData *)data {
    if (!data) {
        return;
    }
    NSError *error = nil;
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:kNilOptions error:&error];
    NSDictionary *dictionary = [[NSDictionary alloc] initWithDictionary:json];
    if (dictionary) {
        self.url = [dictionary stringValueForKey:@"url"];
        self.title = dictionary[@"title"];
        self.clicks = [[dictionary objectForKey:@"clicks"] integerValue];
        NSDictionary *userinfoDic = dictionary[@"user"];
        [self decodeUserInfo:userinfoDic];
    }
}

+ (NSString *)getObjectName {
    return RCKitLinkMessageTypeIdentifier;
}

- (NSString *)conversationDigest {
    return NSLocalizedStringFromTable(@"kit:link", @"RongCloudKit", nil);
}

@end

@implementation RCKitVoteMessage

- (NSData *)encode {
    NSDictionary *dict = @{
        kChoices : self.choices ?: @[],
        @"closed" : @(YES),
    };
    return [NSJSONSerialization dataWithJSONObject:dict options:0 error:NULL];
}

+ (NSString *)getObjectName { return RCKitVoteMessageIdentifier; }
+ (RCMessagePersistent)persistentFlag { return MessagePersistent_STATUS; }

@end
