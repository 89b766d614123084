using System.Collections.Generic;
using cn_rongcloud_im_unity;
using UnityEngine;

public static class ObjectNames
{
    public const string Base = "Uni:";
    public const string Shoot = Base + "Shoot";
    public const string Chat = $"{Base}Chat";
}

public class ShootMessage : RCIMUserCustomMessage
{
    public int power;
    public Vector2 aim;

    public override string objectName()
    {
        return ObjectNames.Shoot;
    }

    public override string encode()
    {
        var dict = new Dictionary<string, object>
        {
            { "power", power },
            ["aim"] = new[] { aim.x, aim.y },
        };
        dict.Add("weapon", "bow");
        return MiniJson.Serialize(dict);
    }

    public override void decode(string jsonStr)
    {
        var dict = MiniJson.Deserialize(jsonStr) as Dictionary<string, object>;
        power = (int)dict["power"];
        if (dict.TryGetValue("shield", out var shield)) { }
    }
}

[RCMessageTag(ObjectNames.Chat, RCMessageFlag.IsPersisted | RCMessageFlag.IsCounted)]
public class ChatLineMessage : RCMessageContent
{
    public override byte[] Encode()
    {
        JObject json = new JObject();
        json["line"] = Line;
        json.Add(new JProperty("colour", Colour));
        return Encoding.UTF8.GetBytes(json.ToString());
    }
}

public enum RCConversationType
{
    Private = 1,
    Discussion,
    Group,
    System = 6
}
