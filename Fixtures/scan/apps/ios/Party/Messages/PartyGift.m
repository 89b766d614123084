#import "PartyContent.h"

#define PartyGiftIdentifier @"party:Gift"

@interface PartyGift : PartyContent
@property (nonatomic, copy) NSString *giftId;
@property (nonatomic, copy) NSString *giftName;
@property (nonatomic, assign) NSInteger number;
@property (nonatomic, assign) double price;
@end

@implementation PartyGift

- (NSData *)encode {
    NSMutableDictionary *json = [self commonMembers];
    [json rclib_setObject:self.giftId forKey:@"giftId"];
    [json rclib_setObject:self.giftName forKey:@"giftName"];
    [json rclib_setObject:@(self.number) forKey:@"number"];
    [json rclib_setObject:@(self.price) forKey:@"price"];
    return [NSJSONSerialization dataWithJSONObject:json options:0 error:nil];
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [NSJSONSerialization JSONObjectWithData:data options:0 error:nil];
    [self readCommonMembers:json];
    self.giftId = [json rclib_stringForKey:@"giftId"];
    self.giftName = [json rclib_stringForKey:@"giftName"];
    self.number = [json rclib_integerForKey:@"number"];
    self.price = [json rclib_doubleForKey:@"price"];
}

+ (NSString *)getObjectName {
    return PartyGiftIdentifier;
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISCOUNTED;
}

@end
