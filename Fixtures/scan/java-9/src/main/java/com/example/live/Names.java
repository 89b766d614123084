package com.example.live;

import java.util.HashMap;
import java.util.Map;

final class Names {
    private static final Map<Class<?>, String> NAMES = new HashMap<>();

    static {
        NAMES.put(Barrage.class, "live:Barrage");
        NAMES.put(Battle.class, "live:Battle");
    }

    static String of(Object content) {
        return NAMES.get(content.getClass());
    }
}
