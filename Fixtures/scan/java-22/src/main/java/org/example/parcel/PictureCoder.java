// SPDX-License-Identifier: Apache-2.0

package org.example.parcel;

import android.text.TextUtils;
import io.rong.imlib.model.UserInfo;
import io.rong.message.ImageMessage;
import org.json.JSONException;
import org.json.JSONObject;

public class PictureCoder {
    /** Encodes a picture without the local addresses that the SDK would write. */
    public static byte[] encodePicture(ImageMessage picture) {
        JSONObject json = new JSONObject();
        try {
            if (!TextUtils.isEmpty(picture.getBase64())) {
                json.put("content", picture.getBase64());
            }
            if (picture.getRemoteUri() != null) {
                json.put("imageUri", picture.getRemoteUri().toString());
            }
            json.put("exp", true);
            json.put("user", sender(picture.getUserInfo()));
        } catch (JSONException failure) {
            return null;
        }
        return json.toString().getBytes();
    }

    private static JSONObject sender(UserInfo sender) throws JSONException {
        JSONObject json = new JSONObject();
        json.put("id", sender.getUserId());
        json.put("name", sender.getName() == null ? "" : sender.getName());
        return json;
    }

    /** The size of a picture in memory, which is no content. */
    public static byte[] thumbnail(ImageMessage picture) {
        return picture.getBase64().getBytes();
    }
}
