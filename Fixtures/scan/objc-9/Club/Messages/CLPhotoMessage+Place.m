#import "CLPhotoMessage.h"

@interface CLPhotoMessage (Place)
@property (nonatomic, copy) NSString *cellReuseName;
@end

@implementation CLPhotoMessage (Place)

- (void)addPlaceTo:(NSMutableDictionary *)json {
    [json setObject:@"" forKey:@"place"];
}

@end
