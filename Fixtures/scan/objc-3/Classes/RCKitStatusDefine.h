#ifndef RCKitStatusDefine_h
#define RCKitStatusDefine_h

typedef NS_ENUM(NSUInteger, RCKitConversationType) {
    /*! one to one */
    RCKitConversationType_PRIVATE = 1,
    RCKitConversationType_DISCUSSION,
    RCKitConversationType_GROUP,
    RCKitConversationType_SYSTEM = 6,
    RCKitConversationType_INVALID
};

#endif
