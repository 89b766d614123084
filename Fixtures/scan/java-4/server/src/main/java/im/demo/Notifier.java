package im.demo;

import java.util.HashMap;
import java.util.Map;

public class Notifier {
    public void kick(String user) {
        Map<String, Object> body = new HashMap<>();
        body.put("reason", 2);
        body.put("until", System.currentTimeMillis());
        Map<String, String> form = new HashMap<>();
        form.put("fromUserId", "admin");
        form.put("objectName", Constants.Im.KICK);
        form.put("content", JSON.toJSONString(body));
        http.post("/message/system/publish.json", form);
    }
}
