#import <RongIMLib/RongIMLib.h>

NS_ASSUME_NONNULL_BEGIN

@interface RankItem : NSObject
@property (nonatomic, copy) NSString *uid;
@property (nonatomic, assign) long long score;
@end

@interface RankMessage : RCMessageContent
@property (nonatomic, copy) NSString *roomId;
@property (nonatomic, copy, nullable) NSString *title;
@property (nonatomic, strong) NSArray<RankItem *> *items;
@property (nonatomic, assign) BOOL isFinal;
@end

NS_ASSUME_NONNULL_END
