#include <string>
extern "C" const char *kPlain = "ST:Plain";

@implementation RCDClearMessage
+ (instancetype)new { return [[self alloc] init]; }
+(NSString*)getObjectName{ NSString *name = @"ST:Clear"; return name; }
+(RCMessagePersistent)persistentFlag{ return 0; }
-(NSData*)encode{
    auto *body = [NSMutableDictionary dictionaryWithCapacity:2];
    body[@"clearTime"] = @(self.clearTime); body[@"scope"]=@(self.scope);
    return [body yy_modelToJSONData];
}
-(void)decodeWithData:(NSData*)data{
    id body=[data objectFromJSONData];
    self.clearTime=[[body valueForKey:@"clearTime"] longLongValue];
}
@end
