@implementation FakeMessage
+ (NSString *)getObjectName { return @"Test:Fake"; }
- (NSData *)encode { return [NSJSONSerialization dataWithJSONObject:@{ @"fake" : @1 } options:0 error:nil]; }
@end
