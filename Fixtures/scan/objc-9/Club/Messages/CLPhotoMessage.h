#import <RongIMLibCore/RongIMLibCore.h>

@interface CLPhotoMessage : RCMessageContent
@property (nonatomic, copy) NSString *photoPath;
@property (nonatomic, copy) NSString *caption;
@property (nonatomic, strong) NSNumber *albumId;
@property (nonatomic, assign) NSInteger width;
@property (nonatomic, assign) BOOL pinned;
@property (nonatomic, copy) NSArray<CLTag *> *tags;
@end
