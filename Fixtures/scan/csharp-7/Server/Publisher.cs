using System.Collections.Generic;
using System.Text.Json;
using System.Threading.Tasks;

namespace Live;

public class Publisher
{
    public static string NameOf(object message) => message switch
    {
        LikeMessage => "live:Like",
        KickMessage => "live:Kick",
        PollMessage => "live:Poll",
        _ => throw new System.ArgumentException("unknown message"),
    };

    public Task Publish(string room, object message)
    {
        var form = new Dictionary<string, string>
        {
            ["fromUserId"] = "system",
            ["toChatroomId"] = room,
            ["objectName"] = NameOf(message),
            ["content"] = JsonSerializer.Serialize(message),
        };
        return Post("/message/chatroom/publish.json", form);
    }
}
