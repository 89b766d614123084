package com.example.school;

import lombok.Getter;
import lombok.NonNull;
import lombok.Setter;

public class BellMessage extends BaseContent {
    private @Getter @Setter int ring;
    private @Getter @Setter(AccessLevel.PUBLIC) String hall;
    protected @Getter final @NonNull String roomId = "";

    @Override
    public String getObjectName() {
        return "school:Bell";
    }
}
