namespace Im.Messages;

public record struct BidContent([property: JsonPropertyName("lot_id")] int LotId, decimal Price);

public static class Sender
{
    public static Task Bid(HttpClient http, int lot) =>
        http.PostAsync("/message/group/publish.json", new FormUrlEncodedContent(new Dictionary<string, string>
        {
            ["fromUserId"] = "auction",
            ["objectName"] = "cs:Bid",
            ["content"] = JsonSerializer.Serialize(new BidContent(lot, 10m)),
        }));

    public static Task Sold(int lot)
    {
        var request = new PublishRequest { ObjectName = "cs:Sold", Content = new { lot, final = true } };
        return Client.Publish(request);
    }
}
