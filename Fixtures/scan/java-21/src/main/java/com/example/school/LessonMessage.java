package com.example.school;

import android.text.TextUtils;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;

@MessageTag(value = "school:Lesson", flag = MessageTag.ISCOUNTED)
public class LessonMessage extends MessageContent {
    private boolean pinned;
    private boolean open;
    private boolean master;
    private boolean hidden;
    private List<String> tags;
    private List<String> users;
    private int size;
    private int length;
    private String title;
    private Integer rows;
    private Uri mediaUrl;

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        if (pinned) {
            json.put("pinned", pinned);
        }
        if (isOpen()) json.put("open", isOpen());
        if (!hidden) json.put("hidden", hidden);
        json.put("master", master ? 1 : 0);
        if (!tags.isEmpty()) {
            json.put("tags", new JSONArray(tags));
        }
        if (users.size() > 0) {
            json.put("users", new JSONArray(users));
        }
        if (size > 0) json.put("size", size);
        if (this.length > 0) json.put("length", length);
        json.put("title", title == null ? "" : title);
        json.put("rows", rows != null ? rows : 7);
        if (getMediaUrl() != null) {
            json.put("imgUrl", getMediaUrl().toString());
        }
        return json.toString().getBytes();
    }

    public LessonMessage(byte[] data) {
        JSONObject json = new JSONObject(new String(data));
        pinned = json.optBoolean("pinned");
        master = json.optInt("master") == 1;
        title = json.optString("title");
    }

    public boolean isOpen() {
        return open;
    }

    public Uri getMediaUrl() {
        return mediaUrl;
    }
}
