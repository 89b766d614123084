package com.example.server;

import io.rong.models.message.PrivateMessage;

public class Demo {
    public void send() throws Exception {
        PrivateMessage privateMessage = new PrivateMessage()
                .setSenderId("sender")
                .setTargetId(new String[] {"target"})
                .setObjectName("Srv:Tip")
                .setContent("{\"coins\":3,\"note\":\"thanks\"}")
                .setPushContent("")
                .setIsPersisted(1);
        // .setObjectName("Srv:Dead")
    }
}
