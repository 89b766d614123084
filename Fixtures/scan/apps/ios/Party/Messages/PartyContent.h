#import <RongIMLib/RongIMLib.h>

NS_ASSUME_NONNULL_BEGIN

/// What all messages of the application have in common.
@interface PartyContent : RCMessageContent

@property (nonatomic, copy, nullable) NSString *extra;

/// The members that every message has.
- (NSMutableDictionary *)commonMembers;

- (void)readCommonMembers:(NSDictionary *)json;

@end

NS_ASSUME_NONNULL_END
