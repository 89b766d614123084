package com.example.party;

import android.app.Application;
import com.example.party.message.*;
import io.rong.imlib.RongIMClient;
import java.util.Arrays;

public class PartyApplication extends Application {
    @Override
    public void onCreate() {
        super.onCreate();
        RongIMClient.registerMessageType(
                Arrays.asList(
                        PartyGift.class, PartyFollow.class, PartyNotice.class, PartySeat.class, PartyBattle.class,
                        PartyOrder.class, PartySong.class, PartyRank.class, PartyWelcome.class));
    }
}
