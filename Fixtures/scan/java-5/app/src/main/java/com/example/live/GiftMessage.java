package com.example.live;

import android.os.Parcel;
import com.google.gson.Gson;
import com.google.gson.annotations.Expose;
import com.google.gson.annotations.SerializedName;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import java.nio.charset.StandardCharsets;

@MessageTag(value = "live:Gift", flag = MessageTag.ISCOUNTED | MessageTag.ISPERSISTED)
public class GiftMessage extends MessageContent {
    @SerializedName("giftId")
    private String id;
    @SerializedName(value = "number", alternate = {"num", "count"})
    private int number;
    private double price;
    private boolean combo;
    private Receiver receiver;
    private transient long shownAt;

    public static class Receiver {
        @SerializedName("uid") String userId;
        String nickname;
    }

    public GiftMessage() {}

    public GiftMessage(byte[] data) {
        String json = new String(data, StandardCharsets.UTF_8);
        GiftMessage other = new Gson().fromJson(json, GiftMessage.class);
        id = other.id;
        number = other.number;
        price = other.price;
        combo = other.combo;
        receiver = other.receiver;
    }

    @Override
    public byte[] encode() {
        String json = new Gson().toJson(this);
        return json.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void writeToParcel(Parcel dest, int flags) {
        dest.writeString(id);
    }

    @Override
    public int describeContents() {
        return 0;
    }
}
