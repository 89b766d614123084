#import "RuntimeContent.h"
#import <objc/runtime.h>

@implementation RuntimeContent

- (NSData *)encode {
    NSMutableDictionary *json = [NSMutableDictionary dictionary];
    unsigned int count = 0;
    objc_property_t *list = class_copyPropertyList([self class], &count);
    for (unsigned int i = 0; i < count; i++) {
        NSString *name = @(property_getName(list[i]));
        json[[self wireNameOf:name]] = [self valueForKey:name];
    }
    free(list);
    return [NSJSONSerialization dataWithJSONObject:json options:0 error:nil];
}

@end
