#import "CLPhotoMessage.h"

@implementation CLPhotoMessage

- (NSData *)encode {
    NSMutableDictionary *json = [self encodeBaseData];
    if (![CLPaths isLocalPath:self.photoPath]) {
        [json setObject:self.photoPath forKey:@"photoPath"];
    }
    if (self.caption.length > 0) {
        [json setObject:self.caption forKey:@"caption"];
    }
    if (self.albumId) {
        [json setObject:self.albumId forKey:@"albumId"];
    }
    if (self.width) {
        [json setObject:@(self.width) forKey:@"width"];
    }
    if (self.pinned) {
        json[@"pinned"] = @(self.pinned);
    }
    if (self.tags.count > 0) {
        NSMutableArray *list = [NSMutableArray array];
        for (CLTag *tag in self.tags) {
            NSMutableDictionary *item = [NSMutableDictionary dictionary];
            [item setObject:tag.word forKey:@"word"];
            [list addObject:item];
        }
        [json setObject:list forKey:@"tags"];
        json[@"tagCount"] = @(self.tags.count);
    }
    json[@"camera"] = [self encodeCamera];
    [self addPlaceTo:json];
    return [NSJSONSerialization dataWithJSONObject:json options:0 error:nil];
}

- (NSDictionary *)encodeCamera {
    return @{@"brand" : @"none"};
}

- (void)decodeWithData:(NSData *)data {
    NSDictionary *json = [[self class] dictionaryFromJsonData:data];
    [self decodeBaseData:json];
    self.photoPath = [json objectForKey:@"photoPath"];
    self.caption = [json objectForKey:@"caption"];
    self.albumId = [json objectForKey:@"albumId"];
    self.width = [[json objectForKey:@"width"] integerValue];
    self.pinned = [[json objectForKey:@"pinned"] boolValue];
    for (NSDictionary *item in json[@"tags"]) {
        [self addTag:[item objectForKey:@"word"]];
    }
}

+ (NSString *)getObjectName {
    return @"club:Photo";
}

@end
