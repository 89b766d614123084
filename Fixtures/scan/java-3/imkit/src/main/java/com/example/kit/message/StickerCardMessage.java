package com.example.kit.message;

import android.os.Parcel;
import android.text.TextUtils;
import io.rong.common.ParcelUtils;
import io.rong.common.RLog;
import io.rong.imlib.DestructionTag;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import java.nio.charset.StandardCharsets;
import org.json.JSONException;
import org.json.JSONObject;

/** A card with a sticker. The old name was @MessageTag(value = "Kit:OldSticker", flag = 3). */
@DestructionTag(destructionFlag = DestructionTag.FLAG_COUNT_DOWN_WHEN_CLICK)
@MessageTag(value = "Kit:Sticker", flag = MessageTag.ISCOUNTED | MessageTag.ISPERSISTED)
public class StickerCardMessage extends MessageContent {
    private static final String TAG = StickerCardMessage.class.getSimpleName();
    private static final String KEY_PACKAGE = "packageId";
    private static final String KEY_STICKER = "stickerId";

    private String packageId;
    private String stickerId;
    private int width;
    private int height;

    public StickerCardMessage(byte[] data) {
        if (data == null) {
            RLog.e(TAG, "data is null ");
            return;
        }
        String jsonStr = new String(data, StandardCharsets.UTF_8);
        try {
            JSONObject jsonObj = new JSONObject(jsonStr);
            super.parseBaseJsonObject(jsonObj);
            if (jsonObj.has(KEY_PACKAGE)) {
                packageId = jsonObj.optString(KEY_PACKAGE);
            }
            stickerId = jsonObj.optString(KEY_STICKER);
            width = jsonObj.optInt("width");
            height = jsonObj.optInt("height", 0);
        } catch (JSONException e) {
            RLog.e(TAG, "JSONException " + e.getMessage());
        }
    }

    @Override
    public byte[] encode() {
        JSONObject jsonObj = super.getBaseJsonObject();
        try {
            jsonObj.put(KEY_PACKAGE, packageId);
            jsonObj.put(KEY_STICKER, stickerId);
            jsonObj.put("width", width);
            jsonObj.put("height", height);
            if (!TextUtils.isEmpty(getExtra())) {
                jsonObj.put("extra", getExtra());
            }
        } catch (JSONException e) {
            RLog.e(TAG, "JSONException " + e.getMessage());
        }
        return jsonObj.toString().getBytes(StandardCharsets.UTF_8);
    }

    protected StickerCardMessage(Parcel in) {
        packageId = ParcelUtils.readFromParcel(in);
    }

    public static final Creator<StickerCardMessage> CREATOR =
            new Creator<StickerCardMessage>() {
                @Override
                public StickerCardMessage createFromParcel(Parcel source) {
                    return new StickerCardMessage(source);
                }

                @Override
                public StickerCardMessage[] newArray(int size) {
                    return new StickerCardMessage[size];
                }
            };
}
