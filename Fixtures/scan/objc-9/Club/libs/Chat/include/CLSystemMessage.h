// The header of a compiled library; its types are those of the library.
#define CLSystemMessageTypeIdentifier @"chat:System"

@interface CLSystemMessage : RCMessageContent
@property (nonatomic, copy) NSString *notice;
@end
