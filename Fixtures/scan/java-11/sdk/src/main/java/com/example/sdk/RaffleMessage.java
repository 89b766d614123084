package com.example.sdk;

@MessageTag(value = "game:Raffle", flag = MessageTag.ISCOUNTED)
public class RaffleMessage extends ReflectiveContent {
    private String raffleId;
    private int winners;
}
