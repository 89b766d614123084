package im.demo;

public interface Constants {
    String NS = "demo:";

    interface Im {
        String TRANSFER = NS + "transfer";
        String KICK = NS + "kick";
    }
}
