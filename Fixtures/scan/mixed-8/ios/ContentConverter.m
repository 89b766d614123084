#import "ContentConverter.h"
#import <RongIMLibCore/RongIMLibCore.h>

@implementation ContentConverter

- (NSDictionary *)objectOf:(RCMessageContent *)content {
  if ([content isKindOfClass:[RCTextMessage class]]) {
    RCTextMessage *text = (RCTextMessage *)content;
    return @{
      @"objectName" : @"RC:TxtMsg",
      @"body" : text.content,
    };
  } else if ([content isKindOfClass:[RCHQVoiceMessage class]]) {
    RCHQVoiceMessage *voice = (RCHQVoiceMessage *)content;
    return @{
      @"address" : voice.remoteUrl ? voice.remoteUrl : @"",
      @"seconds" : @(voice.duration),
    };
  }
  return @{@"error" : @"unknown"};
}

- (RCMessageContent *)contentOf:(NSDictionary *)object {
  NSString *objectName = object[@"objectName"];
  RCMessageContent *content = nil;
  if ([objectName isEqualToString:@"RC:TxtMsg"]) {
    content = [RCTextMessage messageWithContent:object[@"body"]];
  } else if ([objectName isEqualToString:RCCommandMessageTypeIdentifier]) {
    content = [RCCommandMessage messageWithName:object[@"name"] data:object[@"data"]];
  }
  return content;
}

@end
