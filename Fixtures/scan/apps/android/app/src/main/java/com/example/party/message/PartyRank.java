package com.example.party.message;

import com.google.gson.Gson;
import com.google.gson.annotations.SerializedName;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import java.nio.charset.StandardCharsets;
import java.util.List;

@MessageTag(value = "party:Rank", flag = MessageTag.NONE)
public class PartyRank extends MessageContent {
    @SerializedName(value = "roomId", alternate = {"rid"})
    private String roomId;
    private List<Object> users;

    public PartyRank(byte[] data) {
        PartyRank other = new Gson().fromJson(new String(data, StandardCharsets.UTF_8), PartyRank.class);
        roomId = other.roomId;
        users = other.users;
    }

    @Override
    public byte[] encode() {
        return new Gson().toJson(this).getBytes(StandardCharsets.UTF_8);
    }
}
