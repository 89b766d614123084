using System.Text.Json;
using System.Text.Json.Serialization;

namespace Example.Im;

[MessageTag("App:Pulse", Flag = MessageFlag.Status)]
public record PulseMessage
{
    [JsonPropertyName("beat")] public int Beat { get; init; }
    [property: JsonPropertyName("at")] public long At { get; init; }
}

public class LikeMessage : RCIMUserCustomMessage
{
    public override string ObjectName()
    {
        return "App:" + "Like";
    }

    public override string Encode()
    {
        var dict = new Dictionary<string, object>
        {
            { "count", count },
            { "target", new Dictionary<string, object> { { "id", targetId } } },
            ["reason"] = reason,
        };
        dict["at"] = at;
        dict.Add("by", by);
        Console.WriteLine($"sends {dict["count"]} as App:Logged with {{\"logged\"}}");
        return JsonConvert.SerializeObject(dict);
    }

    public override void Decode(string text)
    {
        var json = JObject.Parse(text);
        count = (int)json["count"];
        mood = (string)json["mood"];
        var inner = json["target"]["id"];
    }
}

public enum ConversationType
{
    PRIVATE = 1,
    GROUP = 3,
    /* OLD = 5, */
    SYSTEM = 6
}

public static class Setup
{
    const string Sample = @"
        engine.RegisterNativeCustomMessage(""App:Text"", RCIMNativeCustomMessagePersistentFlag.COUNT);
    ";

    public static void Run(RCIMEngine engine, string flavour)
    {
        engine.RegisterNativeCustomMessage(
            "App:Native",
            RCIMNativeCustomMessagePersistentFlag.PERSISTED);
        engine.RegisterNativeCustomMessage($"App:{flavour}", RCIMNativeCustomMessagePersistentFlag.NONE);
        if (message.ObjectName == "App:Compared") return;
    }
}
