#import "AppDelegate.h"
#import <RongIMLib/RongIMLib.h>

@implementation AppDelegate

- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    RCCoreClient *client = [RCCoreClient sharedCoreClient];
    for (Class message in @[
             PartyGift.class, PartyFollow.class, PartyNotice.class, PartySeat.class, PartyBattle.class,
             PartyOrder.class, PartySong.class, PartyRank.class, PartyWelcome.class
         ]) {
        [client registerMessageType:message];
    }
    return YES;
}

@end
