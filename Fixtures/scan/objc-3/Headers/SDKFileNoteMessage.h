/// The identifier of a note about a file
FOUNDATION_EXPORT NSString *const SDKOtherIdentifier;
#define SDKFileNoteMessageTypeIdentifier @"Kit:FileNote"

@interface SDKFileNoteMessage : SDKMediaMessageContent <NSCoding>
@property (nonatomic, copy) NSString *name;
@end
