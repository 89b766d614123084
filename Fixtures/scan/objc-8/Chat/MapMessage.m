#import "MapMessage.h"

@implementation MapMessage

+ (NSString *)getObjectName {
    return @"trip:Map";
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISPERSISTED;
}

@end
