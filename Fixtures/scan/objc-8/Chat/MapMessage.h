#import "RuntimeContent.h"

@interface MapMessage : RuntimeContent
@property (nonatomic, copy) NSString *place;
@property (nonatomic, assign) double zoom;
@end
