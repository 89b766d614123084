using System.Text.Json.Serialization;

public class HitMessage : IMessage
{
    public string ObjectName => "arena:Hit";
    [JsonPropertyName("target")]
    public string Target { get; set; }
    [JsonPropertyName("damage")]
    public double Damage { get; set; }
}
