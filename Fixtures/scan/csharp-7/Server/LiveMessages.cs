using System.Text.Json.Serialization;

namespace Live;

public record LikeMessage(
    [property: JsonPropertyName("roomId")] string RoomId,
    [property: JsonPropertyName("count")] int Count);

public record KickMessage
{
    [JsonPropertyName("userId")] public string UserId { get; init; } = "";
    [JsonPropertyName("reason")] public string? Reason { get; init; }
    [JsonPropertyName("until")] public long? Until { get; init; }
}

public class PollMessage
{
    [JsonPropertyName("question")] public string Question { get; set; } = "";
    [JsonPropertyName("options")] public string[] Options { get; set; } = [];
}
