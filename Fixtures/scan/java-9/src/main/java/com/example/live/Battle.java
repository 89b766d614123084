package com.example.live;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

public class Battle {
    @JsonProperty("battleId")
    private String id;
    private List<Side> sides;
    @JsonIgnore
    private Object timer;

    public static class Side {
        @JsonProperty("anchor")
        private String anchorId;
        private long score;
    }
}
